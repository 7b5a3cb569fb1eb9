import{a as o,i as e}from"./chunk-ZSVMHMAB.js";import{g as r}from"./chunk-WLMIMIM3.js";function s(t){return/^\d/.test(t)?o(t):`${e(t[0])} ${r(t[1])}`}export{s as a};
