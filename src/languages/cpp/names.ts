import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = {
  language: "cpp",
  files: "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp txx cppm ixx",
  called: "c++ cxx",
  reads: "arduino cuda",
};
