package position

import "testing"

func TestParse(t *testing.T) {
	for _, test := range []struct {
		text         string
		file         string
		line, column int
		ok           bool
	}{
		{"a.go:3:14", "a.go", 3, 14, true},
		{"parser.y:12", "parser.y", 12, 0, true},
		{`C:\src\a.go:3:14`, `C:\src\a.go`, 3, 14, true},
		{`C:\src\parser.y:12`, `C:\src\parser.y`, 12, 0, true},
		{"/tmp/a:b/parser.y:12", "/tmp/a:b/parser.y", 12, 0, true},
		{"a.go", "", 0, 0, false},
		{"a.go:x", "", 0, 0, false},
		{"-", "", 0, 0, false},
		{"", "", 0, 0, false},
	} {
		file, line, column, ok := Parse(test.text)
		if file != test.file || line != test.line || column != test.column || ok != test.ok {
			t.Errorf("Parse(%q) = %q, %d, %d, %v", test.text, file, line, column, ok)
		}
	}
}
