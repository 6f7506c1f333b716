//! The symbols of all keys, in each layout and with each modifier.

use x11rb::connection::{Connection, RequestConnection};
use x11rb::errors::ReplyError;
use x11rb::protocol::xkb::{
    ConnectionExt as _, GetMapMap, GetMapRequest, ID, KeySymMap, KeyType, MapPart, NameDetail,
};
use x11rb::protocol::xproto::{ConnectionExt as _, KeyButMask};
use x11rb::rust_connection::RustConnection;

/// The greatest number of layouts of a display.
pub const LAYOUTS: usize = 4;

/// The symbols of all keys. A layout is a group of the keymap; the symbols of a key in a layout are its levels.
#[derive(Debug, Clone, Default)]
pub struct Keymap {
    /// The number of the first key.
    pub first: u8,
    pub keys: Vec<KeySymbols>,
}

/// The symbols of a key.
#[derive(Debug, Clone, Default)]
pub struct KeySymbols {
    /// The name of its position, such as `AD01`.
    pub name: [u8; 4],
    /// Its symbols in each layout that it distinguishes.
    pub groups: Vec<Levels>,
    /// Which of them it has in a layout beyond these.
    pub beyond: Beyond,
}

/// The symbols of a key in a layout.
#[derive(Debug, Clone, Default)]
pub struct Levels {
    /// The modifiers that matter.
    pub modifiers: u16,
    /// The level that some of them choose; all others choose the first.
    pub chosen: Vec<(u16, usize)>,
    /// The symbol of each level; 0 for none.
    pub symbols: Vec<u32>,
}

/// The symbols of a key in a layout beyond those that it distinguishes.
#[derive(Debug, Clone, Copy, Default)]
pub enum Beyond {
    /// Those of the layouts in turn.
    #[default]
    Turn,
    /// Those of the last layout.
    Last,
    /// Those of this layout.
    Group(usize),
}

pub const SHIFT: u16 = 1;
pub const ALT_GRAPH: u16 = 1 << 7;

impl Keymap {
    /// Asks for the keymap of a display with the extension XKEYBOARD.
    pub fn of_layouts(connection: &RustConnection) -> Result<Self, ReplyError> {
        let device_spec = ID::USE_CORE_KBD.into();
        let full = MapPart::KEY_TYPES | MapPart::KEY_SYMS;
        let request = GetMapRequest { device_spec, full, ..GetMapRequest::default() };
        let map = connection.send_trait_request_with_reply(request)?;
        let names = connection.xkb_get_names(device_spec, NameDetail::KEY_NAMES)?;
        let map = map.reply()?;
        let names = names.reply()?;
        let GetMapMap { types_rtrn, syms_rtrn, .. } = map.map;
        let types = types_rtrn.unwrap_or_default();
        let keys = syms_rtrn.unwrap_or_default();
        let mut keys: Vec<KeySymbols> =
            keys.iter().map(|key| KeySymbols::new(key, &types)).collect();
        let named = names.value_list.key_names.unwrap_or_default();
        for (number, name) in (names.first_key..=u8::MAX).zip(named) {
            let index = number.checked_sub(map.first_key_sym).map(usize::from);
            if let Some(key) = index.and_then(|index| keys.get_mut(index)) {
                key.name = name.name;
            }
        }
        Ok(Self { first: map.first_key_sym, keys })
    }

    /// Asks for the keymap of a display without that extension, which has one layout.
    pub fn of_core(connection: &RustConnection) -> Result<Self, ReplyError> {
        let (first, last) = (connection.setup().min_keycode, connection.setup().max_keycode);
        let mapping = connection.get_keyboard_mapping(first, last - first + 1)?.reply()?;
        let per_key = usize::from(mapping.keysyms_per_keycode).max(1);
        let keys = mapping.keysyms.chunks(per_key).map(KeySymbols::of_core);
        Ok(Self { first, keys: keys.collect() })
    }

    /// Returns the key with this number.
    pub fn key(&self, number: u8) -> Option<&KeySymbols> {
        self.keys.get(usize::from(number.checked_sub(self.first)?))
    }
}

impl KeySymbols {
    fn new(key: &KeySymMap, types: &[KeyType]) -> Self {
        let count = usize::from(key.group_info & 0x0f);
        let groups = key.syms.chunks(usize::from(key.width).max(1)).zip(key.kt_index).take(count);
        let groups = groups.map(|(symbols, index)| {
            let levels = types.get(usize::from(index)).map(Levels::of_type).unwrap_or_default();
            Levels { symbols: symbols.to_vec(), ..levels }
        });
        let beyond = match key.group_info & 0xc0 {
            0x40 => Beyond::Last,
            0x80 => Beyond::Group(usize::from(key.group_info >> 4 & 0x03)),
            _ => Beyond::Turn,
        };
        Self { name: [0; 4], groups: groups.collect(), beyond }
    }

    /// A key of the core protocol: two symbols of the first layout, two of another one that is out of reach here, and
    /// two with AltGr.
    pub fn of_core(symbols: &[u32]) -> Self {
        let symbol = |index: usize| symbols.get(index).copied().unwrap_or_default();
        let levels = Levels {
            modifiers: SHIFT | ALT_GRAPH,
            chosen: vec![(SHIFT, 1), (ALT_GRAPH, 2), (SHIFT | ALT_GRAPH, 3)],
            symbols: [0, 1, 4, 5].map(symbol).to_vec(),
        };
        Self { groups: vec![levels], ..Self::default() }
    }

    /// Returns its levels in a layout.
    pub fn group(&self, group: usize) -> Option<&Levels> {
        let count = self.groups.len();
        let index = match self.beyond {
            _ if group < count => group,
            Beyond::Turn => group.checked_rem(count)?,
            Beyond::Last => count.checked_sub(1)?,
            Beyond::Group(other) => other,
        };
        self.groups.get(index).or(self.groups.first())
    }
}

impl Levels {
    fn of_type(key_type: &KeyType) -> Self {
        let active = key_type.map.iter().filter(|entry| entry.active);
        let chosen = active.map(|entry| (entry.mods_mask.into(), usize::from(entry.level)));
        Self { modifiers: key_type.mods_mask.into(), chosen: chosen.collect(), symbols: Vec::new() }
    }

    /// Returns the symbol with these modifiers.
    pub fn symbol(&self, modifiers: KeyButMask) -> Option<u32> {
        self.symbol_with(modifiers.into())
    }

    /// Returns the symbol with these modifiers or, if there is none, that with fewer of them.
    pub fn nearest_symbol(&self, modifiers: KeyButMask) -> Option<u32> {
        let modifiers = u16::from(modifiers);
        [modifiers, modifiers & SHIFT, 0].into_iter().find_map(|it| self.symbol_with(it))
    }

    fn symbol_with(&self, modifiers: u16) -> Option<u32> {
        let chosen = self.chosen.iter().find(|(needed, _)| *needed == modifiers & self.modifiers);
        let level = chosen.map_or(0, |&(_, level)| level);
        self.symbols.get(level).copied().filter(|&symbol| symbol != 0)
    }
}
