//! Players of Micro Robots.
