//! Reading the ruleset file.

use serde_json::Value;

use super::point::Point;

/// Returns the value of a required key.
pub(crate) fn get<'a>(value: &'a Value, name: &str) -> Result<&'a Value, String> {
    value
        .get(name)
        .ok_or_else(|| format!("`{name}` is missing in the ruleset"))
}

pub(crate) fn list(value: &Value) -> Result<&Vec<Value>, String> {
    value
        .as_array()
        .ok_or_else(|| format!("`{value}` is not a list"))
}

pub(crate) fn text(value: &Value) -> Result<String, String> {
    let text = value
        .as_str()
        .ok_or_else(|| format!("`{value}` is not a text"))?;
    Ok(text.to_owned())
}

pub(crate) fn texts(value: &Value) -> Result<Vec<String>, String> {
    list(value)?.iter().map(text).collect()
}

pub(crate) fn number(value: &Value) -> Result<usize, String> {
    value
        .as_u64()
        .and_then(|number| usize::try_from(number).ok())
        .ok_or_else(|| format!("`{value}` is not a number"))
}

/// Parses a square such as `[7, 2]`.
pub(crate) fn point(value: &Value) -> Result<Point, String> {
    let error = || format!("`{value}` is not a square");
    let numbers = list(value)?.iter().map(number);
    let numbers: Vec<usize> = numbers.collect::<Result<_, _>>()?;
    let [x, y] = numbers[..] else {
        return Err(error());
    };
    let x = i32::try_from(x).map_err(|_| error())?;
    let y = i32::try_from(y).map_err(|_| error())?;
    Ok(Point::new(x, y))
}

pub(crate) fn points(value: &Value) -> Result<Vec<Point>, String> {
    list(value)?.iter().map(point).collect()
}

/// Returns the value for a number of players: either the value itself, or an entry of an object
/// keyed by the number.
pub(crate) fn for_players(value: &Value, players: usize) -> Result<&Value, String> {
    if value.is_object() {
        get(value, &players.to_string())
    } else {
        Ok(value)
    }
}
