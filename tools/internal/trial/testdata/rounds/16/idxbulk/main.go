// truth: leak line 30,63 callee

package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type document struct {
	ID     string   `json:"id"`
	Body   string   `json:"body"`
	Labels []string `json:"labels"`
}

var documents = rcpool.Pool[document]{Name: "documents"}

type indexer struct {
	seen    map[string]bool
	pending []rcpool.Ref[document]
	max     int
	words   int
}

// add reports whether the indexer has taken the document.
func (ix *indexer) add(doc rcpool.Ref[document]) bool {
	d := doc.Value()
	if ix.seen[d.ID] {
		return false
	}
	ix.seen[d.ID] = true
	ix.pending = append(ix.pending, doc)
	if len(ix.pending) >= ix.max {
		ix.commit()
	}
	return true
}

func (ix *indexer) commit() {
	for _, doc := range ix.pending {
		ix.words += len(strings.Fields(doc.Value().Body))
		doc.Release()
	}
	ix.pending = ix.pending[:0]
}

type stats struct {
	added, duplicate, bad int
}

func load(ix *indexer, source string) (stats, error) {
	var st stats
	sc := bufio.NewScanner(strings.NewReader(source))
	for sc.Scan() {
		line := sc.Bytes()
		if len(line) == 0 {
			continue
		}
		doc, err := stdpool.DecodeJSON(line, &documents)
		if err != nil {
			st.bad++
			continue
		}
		if doc.Value().ID == "" {
			doc.Release()
			st.bad++
			continue
		}
		if ix.add(doc) {
			st.added++
		} else {
			st.duplicate++
		}
	}
	ix.commit()
	return st, sc.Err()
}

func main() {
	ix := &indexer{seen: map[string]bool{}, max: 3}
	var lines strings.Builder
	for i := range 9 {
		fmt.Fprintf(&lines, `{"id":"d%d","body":"text of document %d","labels":["a"]}`+"\n", i%5, i)
	}
	lines.WriteString("{broken\n\n" + `{"body":"anonymous"}` + "\n")
	st, err := load(ix, lines.String())
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%+v words %d\n", st, ix.words)
	fmt.Println("in use:", documents.Stats().InUse)
}
