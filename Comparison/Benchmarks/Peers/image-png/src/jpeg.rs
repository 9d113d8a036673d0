//! libjpeg-turbo through its TurboJPEG API. All compared programs use this decoder, so that they differ only in PNG.
use std::ffi::{c_int, c_uchar, c_ulong, c_void};

const RGB: c_int = 0;

#[link(name = "turbojpeg")]
extern "C" {
    fn tjInitDecompress() -> *mut c_void;
    fn tjDestroy(handle: *mut c_void) -> c_int;
    fn tjDecompressHeader3(
        handle: *mut c_void,
        jpeg: *const c_uchar,
        size: c_ulong,
        width: *mut c_int,
        height: *mut c_int,
        subsampling: *mut c_int,
        colours: *mut c_int,
    ) -> c_int;
    fn tjDecompress2(
        handle: *mut c_void,
        jpeg: *const c_uchar,
        size: c_ulong,
        to: *mut c_uchar,
        width: c_int,
        pitch: c_int,
        height: c_int,
        format: c_int,
        flags: c_int,
    ) -> c_int;
}

pub struct Decoder(*mut c_void);

impl Decoder {
    pub fn new() -> Self {
        // Safe: it takes no arguments, and its result is never passed to another thread.
        Decoder(unsafe { tjInitDecompress() })
    }

    /// Decodes into `pixels`, which is resized to 3 bytes per pixel. Returns the width and height.
    pub fn decode(&mut self, jpeg: &[u8], pixels: &mut Vec<u8>) -> (u32, u32) {
        let (mut width, mut height, mut subsampling, mut colours) = (0, 0, 0, 0);
        // Safe: the lengths are those of the slices.
        unsafe {
            let size = jpeg.len() as c_ulong;
            let header = tjDecompressHeader3(
                self.0,
                jpeg.as_ptr(),
                size,
                &mut width,
                &mut height,
                &mut subsampling,
                &mut colours,
            );
            assert_eq!(header, 0, "no JPEG");
            pixels.resize(width as usize * height as usize * 3, 0);
            let decoded = tjDecompress2(
                self.0,
                jpeg.as_ptr(),
                size,
                pixels.as_mut_ptr(),
                width,
                0,
                height,
                RGB,
                0,
            );
            assert_eq!(decoded, 0, "a damaged JPEG");
        }
        (width as u32, height as u32)
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        // Safe: the handle is from tjInitDecompress and isn't used afterwards.
        unsafe { tjDestroy(self.0) };
    }
}
