var t="botwerk-seats:";export{t as a};
