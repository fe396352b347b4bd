// truth: escape line 49 plain

// Command reportjson renders sales reports and signs them.
package main

import (
	"crypto"
	_ "crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sort"

	"github.com/rcpool/rcpool/stdpool"
)

type sale struct {
	Region string `json:"region"`
	Cents  int64  `json:"cents"`
}

type report struct {
	Title string           `json:"title"`
	Total map[string]int64 `json:"total"`
	Sales []sale           `json:"sales,omitempty"`
}

func summarize(title string, sales []sale, detailed bool) report {
	r := report{Title: title, Total: map[string]int64{}}
	for _, s := range sales {
		r.Total[s.Region] += s.Cents
	}
	if detailed {
		r.Sales = append(r.Sales, sales...)
		sort.Slice(r.Sales, func(i, j int) bool { return r.Sales[i].Cents > r.Sales[j].Cents })
	}
	return r
}

// render returns the indented JSON of a report.
func render(r report) ([]byte, error) {
	buf := stdpool.Buffer()
	defer buf.Release()
	enc := json.NewEncoder(buf.Value())
	enc.SetIndent("", "  ")
	if err := enc.Encode(r); err != nil {
		return nil, fmt.Errorf("render %s: %w", r.Title, err)
	}
	return buf.Value().Bytes(), nil
}

func sign(doc []byte, key string) string {
	h := stdpool.Hash(crypto.SHA256)
	defer h.Release()
	h.Value().Write([]byte(key))
	h.Value().Write(doc)
	return hex.EncodeToString(h.Value().Sum(nil)[:8])
}

type archive struct {
	docs map[string][]byte
	sums map[string]string
}

func (a *archive) add(r report) error {
	doc, err := render(r)
	if err != nil {
		return err
	}
	a.docs[r.Title] = doc
	a.sums[r.Title] = sign(doc, "secret")
	return nil
}

func (a *archive) verify() (bad []string) {
	for title, doc := range a.docs {
		if sign(doc, "secret") != a.sums[title] {
			bad = append(bad, title)
		}
	}
	sort.Strings(bad)
	return bad
}

func main() {
	a := &archive{docs: map[string][]byte{}, sums: map[string]string{}}
	sales := []sale{{"north", 1200}, {"south", 300}, {"north", 50}}
	for i, title := range []string{"march", "april", "may"} {
		if err := a.add(summarize(title, sales[:i+1], i%2 == 0)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(len(a.docs), a.verify())
}
