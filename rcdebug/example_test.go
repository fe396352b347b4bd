package rcdebug_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rcdebug"
)

var letters = rcpool.Pool[bytes.Buffer]{Name: "letters"}

func ExampleHandler() {
	mux := http.NewServeMux() // of an internal listener, which outsiders cannot reach
	mux.Handle("/debug/rcpool", rcdebug.Handler())

	letters.Get().Release()

	// A program reads the page as JSON.
	request := httptest.NewRequest("GET", "/debug/rcpool?format=json", nil)
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, request)
	var snapshot rcdebug.Snapshot
	if err := json.NewDecoder(answer.Body).Decode(&snapshot); err != nil {
		fmt.Println(err)
	}
	for _, pool := range snapshot.Pools {
		if pool.Name == letters.Name {
			fmt.Println(pool.Name, pool.Gets, "gets,", pool.InUse, "in use")
		}
	}
	// Output: letters 1 gets, 0 in use
}

// Run records the history while no one looks at the page.
func ExamplePage_Run() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()

	page := new(rcdebug.Page)
	go page.Run(ctx)
	http.Handle("/debug/rcpool", page)
}
