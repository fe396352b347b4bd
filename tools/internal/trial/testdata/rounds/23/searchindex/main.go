// truth: escape line 39,68 callee

// Command searchindex answers at once and indexes in the background.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type article struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

var articles = rcpool.Pool[article]{Name: "articles"}

type index struct {
	mu      sync.Mutex
	words   map[string][]string
	pending sync.WaitGroup
	slots   chan struct{}
}

func newIndex(parallel int) *index {
	return &index{words: map[string][]string{}, slots: make(chan struct{}, parallel)}
}

// add indexes the words of the article.
func (ix *index) add(a *article) {
	ix.pending.Add(1)
	go func() {
		defer ix.pending.Done()
		ix.slots <- struct{}{}
		defer func() { <-ix.slots }()
		time.Sleep(time.Millisecond)
		for _, word := range strings.Fields(a.Text) {
			ix.mu.Lock()
			ix.words[word] = append(ix.words[word], a.Title)
			ix.mu.Unlock()
		}
	}()
}

func (ix *index) lookup(word string) []string {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return append([]string(nil), ix.words[word]...)
}

func (ix *index) handle(w http.ResponseWriter, r *http.Request) {
	a, ok := rchttp.Bind(w, r, &articles, 16<<10)
	if !ok {
		return
	}
	defer a.Release()
	if a.Value().Title == "" {
		http.Error(w, "an article needs a title", http.StatusUnprocessableEntity)
		return
	}
	ix.add(a.Value())
	w.WriteHeader(http.StatusAccepted)
	fmt.Fprintf(w, "%s has %d bytes\n", a.Value().Title, len(a.Value().Text))
}

func main() {
	ix := newIndex(2)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /articles", ix.handle)
	for _, body := range []string{
		`{"title":"pools","text":"objects are reused"}`,
		`{"text":"nameless"}`,
		`{"title":"heaps","text":"objects are collected"}`,
	} {
		r := httptest.NewRequest("POST", "/articles", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		fmt.Print(w.Code, " ", w.Body)
	}
	ix.pending.Wait()
	fmt.Println(ix.lookup("objects"))
}
