package chart

import _ "embed"

// Style is the style sheet of drawings that compare sync.Pool with rcpool: their
// classes are sync and rcpool.
//
//go:embed style.css
var Style string
