function t(n){return Number(n)/1e6}function r(n){return BigInt(Math.round(n)*1e6)}export{t as a,r as b};
