// truth: detach line 47 plain
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Document struct {
	Title string
	Text  strings.Builder
}

var documents = rcpool.Pool[Document]{
	Name: "documents",
	Reset: func(d *Document) {
		d.Title = ""
		d.Text.Reset()
	},
}

type Preview interface {
	Show(title string) bool
}

type console struct{ width int }

func (c console) Show(title string) bool { return len(title) <= c.width }

// Export builds a document that the caller owns for good.
func Export(title string, paragraphs []string, preview Preview) *Document {
	doc := documents.Get()
	d := doc.Value()
	d.Title = title
	shown := doc.Retain()
	if !preview.Show(shown.Value().Title) {
		shown.Release()
		doc.Release()
		return nil
	}
	for _, p := range paragraphs {
		d.Text.WriteString(p)
		d.Text.WriteByte('\n')
	}
	result := doc.Detach()
	shown.Release()
	return result
}

func main() {
	if Export("a title that is much too long", nil, console{10}) == nil {
		fmt.Println("refused")
	}
	d := Export("short", []string{"one", "two"}, console{10})
	fmt.Println(d.Title, d.Text.Len())
}
