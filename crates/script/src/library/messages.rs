//! Messages to kin, and those that are heard.

use rhai::{Array, Dynamic, NativeCallContext};
use terrarium_creatures::behaviour::Message;

use super::super::prices;
use super::super::turn_state::{HostResult, TurnState, raise};
use super::{Library, list, script_id, with_turn};

/// A message that the creature hears: its index in the list of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Heard(u32);

pub(super) fn register(library: &mut Library) {
    library.function(
        "tell(message)",
        "sends a text of at most 32 bytes, or a list of at most 32 integers from 0 to 255, to the \
         animals of the creature's species within the rule `message_radius`, which receive it in the next \
         tick",
        |context: NativeCallContext<'_>, message: Dynamic| {
            let bytes = bytes_of(&message)?;
            with_turn(&context, |state| {
                state.meter.charge(prices::reading_text(bytes.len()))?;
                state.intent.tell(bytes);
                Ok(())
            })
        },
    );
    library.function(
        "messages()",
        "a list of the messages of the last tick that the creature receives, the nearest first",
        |context: NativeCallContext<'_>| {
            with_turn(&context, |state| {
                let count = u32::try_from(state.messages.len()).unwrap_or(u32::MAX);
                state.meter.charge(u64::from(count) * prices::HOST_VALUE)?;
                Ok(list((0..count).map(|index| Dynamic::from(Heard(index)))))
            })
        },
    );
    let mut get = |form, meaning, read: fn(&Message) -> Dynamic| {
        let getter =
            move |context: NativeCallContext<'_>, heard: &mut Heard| -> HostResult<Dynamic> {
                with_turn(&context, |state| {
                    let value = read(message_of(state, *heard)?);
                    state.meter.charge(prices::copying(&value)?)?;
                    Ok(value)
                })
            };
        library.property(form, meaning, getter);
    };
    get("message.from", "the id of the sender", |it| script_id(it.from).into());
    get("message.x", "the x of the sender's centre when it sent it", |it| it.place.x.into());
    get("message.y", "the y of the sender's centre when it sent it", |it| it.place.y.into());
    get("message.text", "the message as text", |it| it.text().into());
    get("message.bytes", "the message as a list of integers from 0 to 255", |it| {
        it.bytes.iter().map(|&byte| Dynamic::from(i64::from(byte))).collect::<Array>().into()
    });
}

/// The bytes of a message, given as text or as a list of integers.
fn bytes_of(message: &Dynamic) -> HostResult<Vec<u8>> {
    if let Ok(text) = message.as_immutable_string_ref() {
        return Ok(text.as_bytes().to_vec());
    }
    let bytes = message.as_array_ref().ok().and_then(|list| {
        let byte = |item: &Dynamic| item.as_int().ok().and_then(|it| u8::try_from(it).ok());
        list.iter().map(byte).collect::<Option<Vec<u8>>>()
    });
    match bytes {
        Some(bytes) => Ok(bytes),
        None => raise("here must be a text, or a list of integers from 0 to 255"),
    }
}

pub(super) fn message_of(state: &TurnState, Heard(index): Heard) -> HostResult<&Message> {
    match state.messages.get(index as usize) {
        Some(message) => Ok(message),
        None => raise("this message is of another turn"),
    }
}
