package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/analysis/unitchecker"
)

// smallFile is the size up to which a file is not searched for tables of data.
const smallFile = 256 << 10

// withoutData returns the configuration of a unit in which large files without
// functions are replaced by copies without their tables of constants. To read and
// check the types of a table takes some hundred bytes for each element, and the
// analyzer has no use for it. The copies are beside the unit's output, in the go
// command's work folder. If there is no such file, or on any failure, it returns the
// name that it was given.
func withoutData(config string) string {
	text, err := os.ReadFile(config)
	if err != nil {
		return config
	}
	var unit unitchecker.Config
	var fields map[string]json.RawMessage // also those that unit does not have
	if json.Unmarshal(text, &unit) != nil || json.Unmarshal(text, &fields) != nil {
		return config
	}
	dir, shortened := filepath.Dir(unit.VetxOutput), false
	for i, file := range unit.GoFiles {
		source, err := readLarge(file)
		if err != nil {
			return config
		}
		spans := tables(source)
		if len(spans) == 0 {
			continue
		}
		target := filepath.Join(dir, fmt.Sprintf("rcvet-data-%d.go", i))
		header := "//line " + file + ":1:1\n" // positions are those of the original
		if os.WriteFile(target, append([]byte(header), without(source, spans)...), 0o666) != nil {
			return config
		}
		unit.GoFiles[i], shortened = target, true
	}
	if !shortened {
		return config
	}
	if fields["GoFiles"], err = json.Marshal(unit.GoFiles); err != nil {
		return config
	}
	if text, err = json.Marshal(fields); err != nil {
		return config
	}
	target := filepath.Join(dir, "rcvet.cfg")
	if os.WriteFile(target, text, 0o666) != nil {
		return config
	}
	return target
}

// readLarge returns the text of a file, or nothing if the file is small.
func readLarge(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil || info.Size() <= smallFile {
		return nil, err
	}
	return os.ReadFile(name)
}

// A span is a part of a text, from the first byte to the one after the last.
type span struct{ start, end int }

// without returns a text without some parts, which begin one after the other. Their
// line breaks stay, so what follows keeps its line.
func without(text []byte, parts []span) []byte {
	var short []byte
	from := 0
	for _, part := range parts {
		short = append(short, text[from:part.start]...)
		short = append(short, bytes.Repeat([]byte{'\n'}, bytes.Count(text[part.start:part.end], []byte{'\n'}))...)
		from = part.end
	}
	return append(short, text[from:]...)
}

// tables returns what is between the braces of the composite literals of a file that
// have only constants: basic literals, keys that are names, true, false and nil. A
// literal in such a literal is not listed for itself. It returns nothing for a file
// that has functions or does not scan, and leaves out arrays whose length is counted.
func tables(source []byte) []span {
	var (
		t       tableFinder
		s       scanner.Scanner
		refused bool
		file    = token.NewFileSet().AddFile("", -1, len(source))
	)
	s.Init(file, source, func(token.Position, string) { refused = true }, 0)
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		refused = refused || tok == token.FUNC || tok == token.RBRACE && len(t.open) == 0
		if refused {
			return nil
		}
		t.see(file.Offset(pos), tok, text)
	}
	if refused {
		return nil
	}
	return t.found
}

// A tableFinder sees the tokens of a file one after the other.
type tableFinder struct {
	found   []span
	open    []brace
	counted bool // the declaration has an array [...]T
	named   bool // the last token is a name, which is plain only as a key
}

// A brace is an opening one whose end is not seen yet.
type brace struct {
	start  int // of what follows it
	plain  bool
	before int // how many tables were found before it
}

func (t *tableFinder) see(offset int, tok token.Token, text string) {
	if t.named && tok != token.COLON {
		t.notPlain()
	}
	t.named = tok == token.IDENT && text != "true" && text != "false" && text != "nil"
	switch tok {
	case token.LBRACE:
		t.open = append(t.open, brace{start: offset + 1, plain: true, before: len(t.found)})
	case token.RBRACE:
		t.close(offset)
	case token.ELLIPSIS:
		t.counted = true
	case token.SEMICOLON:
		t.counted = t.counted && len(t.open) > 0
		t.notPlain()
	case token.IDENT, token.INT, token.FLOAT, token.IMAG, token.CHAR, token.STRING, token.COMMA, token.COLON, token.SUB, token.ADD:
	default:
		t.notPlain()
	}
}

func (t *tableFinder) close(offset int) {
	last := t.open[len(t.open)-1]
	t.open = t.open[:len(t.open)-1]
	if !last.plain || t.counted {
		t.notPlain()
		return
	}
	t.found = append(t.found[:last.before], span{last.start, offset}) // instead of those inside it
}

// notPlain notes that the innermost open brace has something besides constants.
func (t *tableFinder) notPlain() {
	if len(t.open) > 0 {
		t.open[len(t.open)-1].plain = false
	}
}
