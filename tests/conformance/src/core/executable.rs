//! Executables and their caches.

use halforge_hal::{ExecutableCache, FunctionParameter, StatusCode, memory_access};
use halforge_shaders::kernels;

use crate::case::{Case, case};
use crate::context::Context;
use crate::failure::{Outcome, refusal};

pub(crate) const CASES: &[Case] = &[
    case("core/executable_cache.create", "ExecutableCacheTest.Create", cache_create).kernels(),
    case("core/executable_cache.unknown_format", "ExecutableCacheTest.CantPrepareUnknownFormat", cache_unknown).kernels(),
    case("core/executable_cache.prepare", "ExecutableCacheTest.PrepareExecutable", cache_prepare).kernels(),
    case("core/executable.count", "ExecutableTest.ExportCount", count).kernels(),
    case("core/executable.info_out_of_range", "ExecutableTest.ExportInfoOutOfRange", info_out_of_range).kernels(),
    case("core/executable.info", "ExecutableTest.ExportInfo", info).kernels(),
    case("core/executable.parameters_out_of_range", "ExecutableTest.ExportParametersOutOfRange", parameters_out_of_range)
        .kernels(),
    case("core/executable.no_parameters_taken", "ExecutableTest.ExportParametersNoCapacity", no_parameters_taken).kernels(),
    case("core/executable.parameters", "ExecutableTest.ExportParameters", parameters).kernels(),
    case("core/executable.lookup_unknown", "ExecutableTest.LookupExportByNameNotFound", lookup_unknown).kernels(),
    case("core/executable.lookup", "ExecutableTest.LookupExportByName", lookup).kernels(),
    case("core/executable.lookup_global", "ExecutableTest.LookupGlobalByNameNotFoundOrUnsupported", lookup_global).kernels(),
];

fn cache_create(context: &Context) -> Outcome {
    let cache = ExecutableCache::new(&context.device);
    assert!(cache.can_prepare(context.abi().format()));
    Ok(())
}

fn cache_unknown(context: &Context) -> Outcome {
    let cache = ExecutableCache::new(&context.device);
    for format in ["", "FOO?", "vulkan-spirv", "vulkan-spirv-fb-2", "embedded-elf-x86_64"] {
        assert!(!cache.can_prepare(format), "{format}");
        let refused = refusal(cache.prepare("x", format, &context.container(&kernels::ABS)?, &[]))?;
        assert_eq!(refused.code(), StatusCode::Incompatible, "{refused}");
    }
    Ok(())
}

fn cache_prepare(context: &Context) -> Outcome {
    let cache = ExecutableCache::new(&context.device);
    let code = context.container(&kernels::ABS)?;
    let first = cache.prepare("abs", context.abi().format(), &code, &[])?;
    let second = cache.prepare("abs", context.abi().format(), &code, &[])?;
    // Executables outlive their cache.
    drop(cache);
    assert_eq!((first.function_count(), second.function_count()), (1, 1));
    assert_eq!(first.function_info(0)?.name, "abs_2xf32");
    Ok(())
}

fn count(context: &Context) -> Outcome {
    assert_eq!(context.executable(&kernels::EXPORT0)?.function_count(), 1);
    assert_eq!(context.executable(&kernels::NEGATE_AND_DOUBLE)?.function_count(), 2);
    Ok(())
}

fn info_out_of_range(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::EXPORT0)?;
    for id in [1, 100, u64::MAX] {
        let refused = refusal(executable.function_info(id))?;
        assert_eq!(refused.code(), StatusCode::OutOfRange, "{refused}");
    }
    Ok(())
}

fn info(context: &Context) -> Outcome {
    let info = context.executable(&kernels::EXPORT0)?.function_info(0)?;
    assert_eq!((info.name.as_str(), info.constant_count, info.binding_count), ("export0", 2, 2));
    assert_eq!(info.workgroup_size, [8, 4, 2]);
    Ok(())
}

fn parameters_out_of_range(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::EXPORT0)?;
    let refused = refusal(executable.function_parameters(1).map(|_| ()))?;
    assert_eq!(refused.code(), StatusCode::OutOfRange, "{refused}");
    Ok(())
}

fn no_parameters_taken(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::EXPORT0)?;
    let parameters = executable.function_parameters(0)?;
    assert_eq!(parameters.len(), 4, "how many there are is known before any is taken");
    assert_eq!(parameters.take(0).count(), 0);
    Ok(())
}

fn parameters(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::EXPORT0)?;
    let found: Vec<FunctionParameter> = executable.function_parameters(0)?.collect();
    let constant = |offset_bytes| FunctionParameter::Constant { offset_bytes };
    assert_eq!(found[..2], [constant(0), constant(4)]);
    for (i, access) in (0..).zip([memory_access::READ, memory_access::WRITE]) {
        let binding = FunctionParameter::Binding { number: i, access, minimum_length_bytes: 0 };
        assert_eq!(found[2 + i as usize], binding);
    }
    Ok(())
}

fn lookup_unknown(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::EXPORT0)?;
    for name in ["", "export", "export00", "EXPORT0"] {
        let refused = refusal(executable.lookup_function(name))?;
        assert_eq!(refused.code(), StatusCode::NotFound, "{refused}");
    }
    Ok(())
}

fn lookup(context: &Context) -> Outcome {
    let executable = context.executable(&kernels::NEGATE_AND_DOUBLE)?;
    for id in 0..2 {
        let name = executable.function_info(id)?.name;
        assert_eq!(executable.lookup_function(&name)?, id);
    }
    Ok(())
}

fn lookup_global(context: &Context) -> Outcome {
    let refused = refusal(context.executable(&kernels::EXPORT0)?.lookup_global("global"))?;
    assert!([StatusCode::NotFound, StatusCode::Unimplemented].contains(&refused.code()), "{refused}");
    Ok(())
}
