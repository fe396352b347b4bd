// truth: leak line 28,60 hard
package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rcpool/rcpool"
)

// Doc is a parsed configuration file.
type Doc struct {
	Name  string
	Gen   int
	Lines []string
}

func (d *Doc) Reset() {
	clear(d.Lines)
	*d = Doc{Lines: d.Lines[:0]}
}

var docs = rcpool.Pool[Doc]{Name: "docs"}

func parse(name, text string, gen int) (rcpool.Ref[Doc], error) {
	doc := docs.Get()
	defer rcpool.Drop(&doc)
	d := doc.Value()
	d.Name, d.Gen = name, gen
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "!") {
			return rcpool.Ref[Doc]{}, errors.New(name + ": directive not allowed")
		}
		if line != "" {
			d.Lines = append(d.Lines, line)
		}
	}
	return rcpool.Move(&doc), nil
}

// fleet has the newest configuration of each host.
type fleet struct {
	gen  int
	docs map[string]rcpool.Ref[Doc]
}

func (f *fleet) push(host, text string) error {
	f.gen++
	doc, err := parse(host, text, f.gen)
	if err != nil {
		return err
	}
	if old, ok := f.docs[host]; ok && slices.Equal(old.Value().Lines, doc.Value().Lines) {
		doc.Release()
		return nil
	}
	f.docs[host] = doc
	return nil
}

func (f *fleet) retire(host string) {
	if doc, ok := f.docs[host]; ok {
		delete(f.docs, host)
		doc.Release()
	}
}

func (f *fleet) fetch(host string) (rcpool.Ref[Doc], bool) {
	doc, ok := f.docs[host]
	if !ok {
		return rcpool.Ref[Doc]{}, false
	}
	return doc.Retain(), true
}

func (f *fleet) close() {
	for host := range f.docs {
		f.retire(host)
	}
}

func main() {
	f := &fleet{docs: map[string]rcpool.Ref[Doc]{}}
	for _, u := range [][2]string{{"web", "port 80"}, {"db", "port 5432\nssl on"}, {"web", "port 80\n"}, {"db", "!include x"}, {"web", "port 8080"}} {
		if err := f.push(u[0], u[1]); err != nil {
			fmt.Println(err)
		}
	}
	for _, host := range []string{"web", "db", "mail"} {
		if doc, ok := f.fetch(host); ok {
			fmt.Println(host, doc.Value().Gen, doc.Value().Lines)
			doc.Release()
		}
	}
	f.retire("db")
	f.close()
	fmt.Println(docs.Stats().InUse, "in use")
}
