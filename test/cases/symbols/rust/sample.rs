//! Keeps accounts: every construct a symbol reader must know stands here once.
#![allow(dead_code)]

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter as Fmt};
use crate::store::{book::{Book, Page}, *};
pub use self::error::LedgerError;
extern crate serde as s;

mod helpers;

/// Bounds one page.
pub const MAX_ENTRIES: usize = 100;

pub(crate) static NAMES: &[&str] = &["a", "b"];

/// Another name.
pub type Amount = f64;

/// A line of a book,
/// with two derives.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Entry<'a, T: Display = u8> {
    pub id: u32,
    note: &'a str,
    value: T,
}

pub struct Unit;

struct Tuple(u8, pub u16);

#[derive(Clone, Copy)]
pub enum Side {
    /// Takes.
    Debit,
    Credit { rate: f64 },
    Both(u8, u8),
}

union Raw {
    int: u32,
    float: f32,
}

/// What posts.
pub trait Poster: Display + Send {
    /// What comes back.
    type Receipt;
    type Held: Clone = u8;
    const LIMIT: usize = 3;
    const REQUIRED: usize;

    /// Only declared.
    fn post(&mut self, entry: &Entry<'_>) -> Result<Self::Receipt, LedgerError>;

    fn close(self) -> bool
    where
        Self: Sized,
    {
        self.flush();
        true
    }

    fn flush(&self);
}

pub unsafe trait Marker {}

pub struct Stack<T, const N: usize> {
    items: [Option<T>; N],
    len: usize,
}

impl<T, const N: usize> Stack<T, N> {
    /// How many fit.
    pub const ROOM: usize = N;

    #[must_use]
    pub const fn new() -> Self {
        Self { items: [const { None }; N], len: 0 }
    }

    pub async fn push(&mut self, value: T) -> Result<(), T> {
        if self.len == N {
            return Err(value);
        }
        self.items[self.len].replace(value);
        Self::note(self.len).await;
        Ok(())
    }

    unsafe fn note(_len: usize) {}

    #[inline]
    // Between the attribute and the function.
    pub(crate) fn each<F>(&self, mut f: F)
    where
        F: FnMut(&T),
    {
        let mut visit = |value: &Option<T>| {
            value.as_ref().map(|v| f(v));
        };
        self.items.iter().for_each(|item| {
            visit(item);
        });
        fn inner(n: usize) -> usize {
            n + 1
        }
        inner(self.len);
    }
}

impl<'a, T: Display> fmt::Display for Entry<'a, T> {
    fn fmt(&self, f: &mut Fmt<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.id, self.note.trim())
    }
}

impl<T, const N: usize> Iterator for Stack<T, N> {
    type Item = T;

    fn next(&mut self) -> Option<Self::Item> {
        self.len = self.len.checked_sub(1)?;
        self.items.get_mut(self.len)?.take()
    }
}

impl From<Side> for u8 {
    fn from(side: Side) -> u8 {
        match side {
            Side::Debit => 0,
            _ => u8::from(Side::Debit),
        }
    }
}

impl Drop for helpers::Guard {
    fn drop(&mut self) {}
}

impl<T: Poster> Audit for &mut T {}

/// Makes a map.
#[macro_export]
macro_rules! ledger {
    ($($key:expr => $value:expr),* $(,)?) => {{
        let mut map = HashMap::new();
        $(map.insert($key, $value);)*
        map
    }};
}

/// A module of its own.
pub mod error {
    use super::Side;

    #[derive(Debug)]
    pub enum LedgerError {
        Closed,
    }

    pub(super) fn closed() -> LedgerError {
        LedgerError::Closed
    }

    pub mod deep {
        pub const LEVEL: u8 = 2;
    }
}

extern "C" {
    /// Told by the system.
    pub fn clock() -> u64;
    static errno: i32;
}

#[no_mangle]
pub extern "C" fn ledger_open(path: *const u8) -> i32 {
    const LOCAL: i32 = 1;
    helpers::open(path).unwrap_or_else(|_| LOCAL)
}

fn generic<T>(values: Vec<T>) -> impl Iterator<Item = T>
where
    T: Clone,
{
    values.into_iter().collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posts() {
        let map = ledger! { "a" => 1 };
        assert_eq!(map.len(), count(&map));
        let boxed = Box::new(Stack::<u8, 3>::new());
        drop(boxed);
    }
}
