//! The main job in Rust: applies sepia at 0.8 to a folder of JPEGs, and writes PNGs with image-png. Its `Fast` and
//! `Fastest` use fdeflate, with the best of all filters per row or with UP alone.
//!
//!     image-png-peer PHOTOS OUT fast|fastest [CORES]
//!
//! Processes as many photos at a time as there are cores. `imaging-benchmark peers` runs it in turn with other
//! programs.
mod jpeg;
mod sepia;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, thread};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [photos, out, compression, cores @ ..] = arguments.as_slice() else {
        panic!("image-png-peer PHOTOS OUT fast|fastest [CORES]");
    };
    let compression = match compression.as_str() {
        "fast" => png::Compression::Fast,
        "fastest" => png::Compression::Fastest,
        other => panic!("{other} is neither fast nor fastest"),
    };
    let cores = match cores {
        [] => thread::available_parallelism().unwrap().get(),
        [count, ..] => count.parse().expect("a number of cores"),
    };
    let mut photos: Vec<PathBuf> = fs::read_dir(photos)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    photos.retain(|path| path.extension().is_some_and(|extension| extension == "jpg"));
    photos.sort();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                let (mut decoder, mut pixels) = (jpeg::Decoder::new(), Vec::new());
                while let Some(photo) = photos.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let size = decoder.decode(&fs::read(photo).unwrap(), &mut pixels);
                    sepia::apply(&mut pixels);
                    let name = Path::new(photo.file_stem().unwrap()).with_extension("png");
                    write(&Path::new(out).join(name), size, &pixels, compression);
                }
            });
        }
    });
}

fn write(path: &Path, (width, height): (u32, u32), pixels: &[u8], compression: png::Compression) {
    let mut encoder = png::Encoder::new(File::create(path).unwrap(), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(compression);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels).unwrap();
    writer.finish().unwrap();
}
