//! Errors that a script catches.

use terrarium_testing::turns::{run, script, turn};

use crate::prices::CAUGHT_ERROR;

/// The operations that a script spends.
fn spent(source: &str) -> u64 {
    let behaviour = script(source).unwrap_or_else(|refusal| panic!("{source}: {refusal}"));
    let done = run(&*behaviour, turn(&[], &[]));
    assert_eq!(done.fault, None, "{source}");
    done.spent
}

#[test]
fn errors_are_charged_for_wherever_their_blocks_begin() {
    let with = |throws: [bool; 3]| {
        let [a, b, c] = throws.map(|throws| if throws { "throw 7;" } else { "7;" });
        spent(&format!(
            "fn on_tick() {{ try {{ {a} }} catch {{ try {{ {b} }} catch (e) {{e;}} }}\n \
             try{{{c}}} // catch {{\n catch{{\n}} }}"
        ))
    };
    let without = with([false; 3]);
    for (throws, caught) in [
        ([true, false, false], 1),
        ([false, true, false], 0),
        ([true, true, false], 2),
        ([false, false, true], 1),
        ([true, true, true], 3),
    ] {
        // The few operations of blocks and throwing are fewer than the price of one error.
        let more = with(throws) - without;
        assert_eq!(more / CAUGHT_ERROR, caught, "{throws:?}: {more}");
    }
}

#[test]
fn places_are_those_without_the_calls() {
    let source = "fn on_tick() { \"ä\"; @ try { } catch (e) { } @ log(\"catch {\"); @ \
                  log(`${try { } catch { }}`); @ try { throw 1; } catch { @ } }\n\
                  fn on_idle() { @ try { throw 1; } catch { } @ try { } catch { } @ }";
    let pieces: Vec<&str> = source.split('@').collect();
    for failing in 1..pieces.len() {
        let (before, after) = pieces.split_at(failing);
        let before = before.concat();
        let (line, start) = (before.matches('\n').count() + 1, before.rsplit('\n').next().unwrap());
        let place = (line, start.chars().count() + 1);
        let text = format!("{before}throw \"here\";{}", after.concat());
        let behaviour = script(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let fault = run(&*behaviour, turn(&[], &[])).fault.unwrap_or_else(|| panic!("{text}"));
        assert_eq!(fault.line_and_column(), Some(place), "{fault}: {text}");
    }
}
