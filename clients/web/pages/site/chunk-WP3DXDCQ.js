function t(i){return i.split("-").map(e=>e.slice(0,1).toUpperCase()+e.slice(1)).join(" ")}export{t as a};
