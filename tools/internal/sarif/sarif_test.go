package sarif_test

import (
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/sarif"
)

func TestColumn_CountsUTF16(t *testing.T) {
	for _, test := range []struct {
		name   string
		line   string
		column int
		want   int
	}{
		{"ascii", "x := pool.Get()", 6, 6},
		{"first", "é", 1, 1},
		{"two bytes are one unit", "é.Get()", 3, 2},
		{"three bytes are one unit", "中.Get()", 4, 2},
		{"four bytes are two units", "😀.Get()", 5, 3},
		{"beyond the line", "é", 5, 4},
		{"invalid bytes are one unit each", "\xff\xfe.", 3, 3},
		{"empty line", "", 1, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := sarif.Column([]byte(test.line), test.column); got != test.want {
				t.Errorf("Column(%q, %d) = %d, want %d", test.line, test.column, got, test.want)
			}
		})
	}
}

func TestWrite_MarkupIsLeftAlone(t *testing.T) {
	var text strings.Builder
	log := sarif.NewLog(sarif.Run{ColumnKind: sarif.UTF16, Results: []sarif.Result{{Message: sarif.Text{Text: "a < b && c"}}}})
	if err := log.Write(&text); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "a < b && c") {
		t.Errorf("the message is escaped:\n%s", text.String())
	}
}
