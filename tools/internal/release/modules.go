package main

// released are the directories of the modules that users can require, in the
// order of their tags: a module requires only those before it. All of them are
// released together and have the same version.
var released = []string{".", "adapters", "metrics/rcotel", "metrics/rcprom", "tools"}

// unreleased are the directories of the other modules in go.work. Nobody can
// require them, so they may have replace directives.
var unreleased = []string{"lab", "lab/bench/waf/server", "lab/manifests"}
