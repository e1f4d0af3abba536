//! What the host does with a device's buffers: reads and writes that also reach memory it does not map, and files.

use super::{AllocaDesc, Device, QueueOp};
use crate::buffer::{Buffer, buffer_usage, memory_type};
use crate::file::File;
use crate::queue::Fence;
use crate::status::Result;

/// Bytes read from or written to a file or device in one piece when memory is not mapped.
const STAGING_BYTES: u64 = 8 << 20;

impl Device {
    /// Writes bytes to a buffer and returns when they are there. Device work that uses them must be done.
    ///
    /// # Errors
    /// When the range does not lie in the buffer, or the device fails.
    pub fn write_buffer(&self, buffer: &Buffer, offset_bytes: u64, bytes: &[u8]) -> Result<()> {
        if buffer.is_host_visible() {
            return buffer.write(offset_bytes, bytes);
        }
        let done = Fence::new();
        let op = QueueOp { affinity: u64::MAX, wait: None, signal: Some(&done) };
        self.queue_update(op, bytes, buffer, offset_bytes)?;
        done.wait(None)
    }

    /// Reads bytes of a buffer, also of memory the host does not reach. Device work that writes them must be done.
    ///
    /// # Errors
    /// When the range does not lie in the buffer, or the device fails.
    pub fn read_buffer(&self, buffer: &Buffer, offset_bytes: u64, bytes: &mut [u8]) -> Result<()> {
        if buffer.is_host_visible() {
            return buffer.read(offset_bytes, bytes);
        }
        let size_bytes = bytes.len() as u64;
        let staging = self.allocate(AllocaDesc {
            memory_type: memory_type::HOST_LOCAL,
            usage: buffer_usage::TRANSFER,
            size_bytes,
            ..AllocaDesc::default()
        })?;
        let done = Fence::new();
        let op = QueueOp { affinity: u64::MAX, wait: None, signal: Some(&done) };
        self.queue_copy(op, (buffer, offset_bytes), (&staging, 0), size_bytes)?;
        done.wait(None)?;
        staging.read(0, bytes)
    }

    pub(super) fn read_file(&self, file: &File, from: u64, buffer: &Buffer, to: u64, length: u64) -> Result<()> {
        let mut done = 0;
        while done < length {
            let piece = (length - done).min(STAGING_BYTES);
            file.with_bytes(from + done, piece, |bytes| self.write_buffer(buffer, to + done, bytes))?;
            done += piece;
        }
        Ok(())
    }

    pub(super) fn write_file(&self, buffer: &Buffer, from: u64, file: &File, to: u64, length: u64) -> Result<()> {
        let mut bytes = vec![0; length.min(STAGING_BYTES) as usize];
        let mut done = 0;
        while done < length {
            let piece = (length - done).min(STAGING_BYTES) as usize;
            self.read_buffer(buffer, from + done, &mut bytes[..piece])?;
            file.write(to + done, &bytes[..piece])?;
            done += piece as u64;
        }
        Ok(())
    }
}
