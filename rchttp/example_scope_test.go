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

// With a scope, a handler releases nothing itself: not when it returns early,
// and not when it panics.
func ExampleScoped() {
	var sent sync.WaitGroup

	handler := rchttp.Scoped(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		event := rchttp.Lease(rchttp.ScopeOf(r.Context()), &events)
		event.Value().User = r.FormValue("user")
		if event.Value().User == "" {
			http.Error(w, "who?", http.StatusBadRequest)
			return
		}
		sent.Go(event.Hold(func(e *Event) { fmt.Println("sent event of", e.User) })) // may outlive the request
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

// A handler that takes the scope as a parameter needs no context, and no
// allocation. Bind gives it the body, or answers what is wrong with it.
func ExampleBind() {
	create := rchttp.HandlerFunc(func(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
		body, ok := rchttp.Bind(w, r, &events, 64<<10)
		if !ok {
			return
		}
		event := rchttp.Own(s, body).Value()
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
	// 400 line 1, column 10: user can not be a JSON number
}
