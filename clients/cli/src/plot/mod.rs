//! Parts of plots as SVG.

pub(crate) mod axis;
pub(crate) mod colour;
pub(crate) mod page;
pub(crate) mod svg;
