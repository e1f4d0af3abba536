//! Every device that is listed can be opened, however it is named.

use halforge_hal::{DeviceInfo, DeviceSelector};

use crate::case::{Case, case};
use crate::context::{Context, on_any, wait};
use crate::failure::{Failure, Outcome};

pub(crate) const CASES: &[Case] = &[
    case("core/driver.open_by_id", "DriverTest.QueryAndCreateAvailableDevicesByID", by_id),
    case("core/driver.open_by_ordinal", "DriverTest.QueryAndCreateAvailableDevicesByOrdinal", by_ordinal),
    case("core/driver.open_by_path", "DriverTest.QueryAndCreateAvailableDevicesByPath", by_path),
];

/// Opens every device that can be used, by the name that `name` gives it, and lets it do something.
fn open_all(context: &Context, name: impl Fn(&DeviceInfo) -> String) -> Outcome {
    let devices = context.driver.devices()?;
    let usable: Vec<&DeviceInfo> = devices.iter().filter(|info| info.refusals.is_empty()).collect();
    if usable.is_empty() {
        return Err(Failure::Failed("the device the case runs on is not listed".to_owned()));
    }
    for info in usable {
        let device = context.driver.open(&DeviceSelector::parse(&name(info))?)?;
        assert_eq!(device.info(), info);
        assert_eq!(device.query("hal.device.id", "vulkan*"), Some(1));
        let done = halforge_hal::Fence::new();
        device.queue_barrier(on_any(None, &done));
        wait(&done)?;
    }
    Ok(())
}

fn by_id(context: &Context) -> Outcome {
    open_all(context, |info| info.uuid.clone())
}

fn by_ordinal(context: &Context) -> Outcome {
    open_all(context, |info| info.ordinal.to_string())
}

fn by_path(context: &Context) -> Outcome {
    open_all(context, DeviceInfo::uri)
}
