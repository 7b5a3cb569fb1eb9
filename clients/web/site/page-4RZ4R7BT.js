import{a as e}from"./chunk-J2B26ZTA.js";function o(){return{title:"",element:e("p",{},"")}}export{o as open};
