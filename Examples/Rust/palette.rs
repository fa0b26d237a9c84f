//! Prints the palettes of files through libdominantcolor, with nothing but Rust's standard library.
//!
//!     rustc -L /usr/local/lib palette.rs && ./palette photo.jpg drawing.png
//!
//! The declarations below follow `dominantcolor.h`. Only the beginning of the palette is declared: the
//! library may add fields at its end.

use std::ffi::{c_char, c_void, CStr, CString};
use std::process::ExitCode;

#[repr(C)]
struct Error {
    status: i32,
    message: [c_char; 1020],
}

/// Options, of which this program sets two: the library fills the rest.
#[repr(C)]
struct Options {
    size: usize,
    method: i32,
    precision: i32,
    count: i32,
    others: [i32; 9],
    limits: [i64; 4],
    max_seconds: f64,
}

#[repr(C)]
struct Swatch {
    rgb: [u8; 3],
    hex: [c_char; 13],
    count: u64,
    population: f64,
}

#[repr(C)]
struct Palette {
    size: usize,
    swatches: *const Swatch,
    swatch_count: usize,
    absence: *const c_char,
    warnings: *const *const c_char,
    warning_count: usize,
    counted: u64,
}

#[link(name = "dominantcolor")]
extern "C" {
    fn dominantcolor_version() -> *const c_char;
    fn dominantcolor_options_init(options: *mut Options, size: usize);
    fn dominantcolor_palette_of_bytes(
        bytes: *const c_void,
        count: usize,
        options: *const Options,
        palette: *mut *const Palette,
        error: *mut Error,
    ) -> i32;
    fn dominantcolor_palette_of_file(
        path: *const c_char,
        options: *const Options,
        palette: *mut *const Palette,
        error: *mut Error,
    ) -> i32;
    fn dominantcolor_palette_free(palette: *const Palette);
}

/// An answer that is freed with its owner.
struct Answer(*const Palette);

impl Drop for Answer {
    fn drop(&mut self) {
        // SAFETY: the library made the palette, and nobody else frees it.
        unsafe { dominantcolor_palette_free(self.0) }
    }
}

impl Answer {
    /// Colours with their shares.
    fn colors(&self) -> Vec<(String, f64)> {
        // SAFETY: the library promises as many swatches, alive until the palette is freed.
        let swatches = unsafe {
            let palette = &*self.0;
            std::slice::from_raw_parts(palette.swatches, palette.swatch_count)
        };
        swatches.iter().map(|swatch| (text(swatch.hex.as_ptr()), swatch.population)).collect()
    }

    /// Why there is no colour.
    fn absence(&self) -> Option<String> {
        // SAFETY: the palette is alive as long as its owner.
        let absence = unsafe { (*self.0).absence };
        (!absence.is_null()).then(|| text(absence))
    }
}

fn text(pointer: *const c_char) -> String {
    // SAFETY: the library's texts end in NUL.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

fn options(count: i32) -> Options {
    let mut options = std::mem::MaybeUninit::<Options>::uninit();
    // SAFETY: the library sets every byte of a struct of the size it is told.
    let mut options = unsafe {
        dominantcolor_options_init(options.as_mut_ptr(), std::mem::size_of::<Options>());
        options.assume_init()
    };
    options.count = count;
    options
}

/// Calls a function of the library and gives its answer, or its sentence about what is wrong.
fn answer(
    call: impl FnOnce(*const Options, *mut *const Palette, *mut Error) -> i32,
) -> Result<Answer, String> {
    let options = options(3);
    let mut palette = std::ptr::null();
    let mut error = Error { status: 0, message: [0; 1020] };
    match call(&options, &mut palette, &mut error) {
        0 => Ok(Answer(palette)),
        status => {
            assert_eq!(status, error.status);
            Err(text(error.message.as_ptr()))
        }
    }
}

fn main() -> ExitCode {
    // SAFETY: a static text of the library.
    println!("libdominantcolor {}", text(unsafe { dominantcolor_version() }));
    let mut code = ExitCode::SUCCESS;
    for name in std::env::args().skip(1) {
        let path = CString::new(name.clone()).expect("arguments hold no NUL");
        let found = answer(|options, palette, error| unsafe {
            // SAFETY: all pointers are of values that outlive the call.
            dominantcolor_palette_of_file(path.as_ptr(), options, palette, error)
        });
        match found {
            Ok(found) => match found.absence() {
                Some(reason) => println!("{name}: no dominant colour: {reason}"),
                None => println!("{name}: {:?}", found.colors()),
            },
            Err(message) => {
                eprintln!("{message}");
                code = ExitCode::FAILURE;
            }
        }
        // The same from memory: encoded bytes, as a program has them from the network.
        if let Ok(bytes) = std::fs::read(&name) {
            let again = answer(|options, palette, error| unsafe {
                // SAFETY: all pointers are of values that outlive the call.
                dominantcolor_palette_of_bytes(
                    bytes.as_ptr().cast(), bytes.len(), options, palette, error)
            });
            if let Ok(again) = again {
                println!("{} bytes: {:?}", bytes.len(), again.colors());
            }
        }
    }
    code
}
