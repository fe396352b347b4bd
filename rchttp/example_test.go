package rchttp_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type Event struct {
	User string `json:"user"`
	Kind string `json:"kind"`
}

var events = rcpool.Pool[Event]{Name: "events"}

// In a scope, a handler releases nothing itself, even if it returns early or
// panics.
func ExampleScoped() {
	var sent sync.WaitGroup

	handler := rchttp.Scoped(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		event := rchttp.Borrow(rchttp.ScopeOf(r.Context()), &events)
		event.Value().User = r.FormValue("user")
		if event.Value().User == "" {
			http.Error(w, "who?", http.StatusBadRequest)
			return
		}
		send := event.Hold(func(e *Event) { fmt.Println("sent event of", e.User) }) // may outlive the request
		sent.Add(1)
		go func() {
			defer sent.Done()
			send()
		}()
		fmt.Fprintln(w, "hello", event.Value().User)
	}))

	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest("GET", "/?user=ann", nil))
	sent.Wait()
	fmt.Print(answer.Body)
	fmt.Println(events.Stats().InUse, "in use")
	// Output:
	// sent event of ann
	// hello ann
	// 0 in use
}

// A ScopeHandler gets the scope as a parameter, without an allocation. Bind
// decodes the body, or tells the client what is wrong with it.
func ExampleBind() {
	create := rchttp.ScopeHandler(func(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
		body, ok := rchttp.Bind(w, r, &events, 64<<10)
		if !ok {
			return
		}
		event := rchttp.Adopt(s, body).Value()
		fmt.Fprintf(w, "%s of %s\n", event.Kind, event.User)
	})

	for _, body := range []string{`{"user": "ann", "kind": "login"}`, `{"user": "ann",}`, `{"user": 7}`} {
		r := httptest.NewRequest("POST", "/events", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		create.ServeHTTP(answer, r)
		fmt.Print(answer.Code, " ", answer.Body)
	}
	// Output:
	// 200 login of ann
	// 400 line 1, column 16: invalid character '}' looking for beginning of object key string
	// 400 line 1, column 10: user cannot be a JSON number
}
