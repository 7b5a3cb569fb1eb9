//! The client library of Botwerk.
