package rcjson_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/rcjson"
	"github.com/rcpool/rcpool/stdpool"
)

type quote struct {
	rcjson.Body // holds the body that the strings share

	User  string
	Items []string
}

var quotes = rcpool.Pool[quote]{Name: "quotes", Reset: rcjson.Reset[quote]}

// A handler whose requests are decoded without copying their strings.
func Example() {
	handler := func(w http.ResponseWriter, r *http.Request) {
		quote, err := rcjson.Read(http.MaxBytesReader(w, r.Body, 64<<10), &quotes)
		if err != nil {
			http.Error(w, "the body is not a quote", http.StatusBadRequest)
			return
		}
		defer quote.Release()

		quote.Go(audit) // has a reference of its own, and so do the strings
		q := quote.Value()
		fmt.Fprintf(w, "%s asks for %s", q.User, strings.Join(q.Items, " and "))
	}

	answer := httptest.NewRecorder()
	handler(answer, httptest.NewRequest("POST", "/", strings.NewReader(`{"User":"ada","Items":["a lamp","a chair"]}`)))
	fmt.Println(answer.Body)
	// Output: ada asks for a lamp and a chair
}

func audit(q *quote) { _ = len(q.Items) }

// A string that is needed longer than the object is cloned.
func ExampleDecode() {
	body := stdpool.Bytes(0)
	body.WriteString(`{"User":"ada"}`)

	quote, err := rcjson.Decode(body, &quotes) // takes the body over
	if err != nil {
		fmt.Println(err)
		return
	}
	user := strings.Clone(quote.Value().User)
	quote.Release()

	fmt.Println(user)
	// Output: ada
}

// An object that is put together from two bodies holds both.
func ExampleDecodeInto() {
	type page struct {
		rcjson.Body
		User struct{ Name string }
		Cart struct{ Items []string }
	}
	pages := rcpool.Pool[page]{Name: "pages", Reset: rcjson.Reset[page]}
	ref := pages.Get()
	defer ref.Release()
	p := ref.Value()

	user := stdpool.Bytes(0)
	user.WriteString(`{"Name":"ada"}`)
	if err := rcjson.DecodeInto(p, &p.User, user); err != nil {
		fmt.Println(err)
		return
	}
	cart := stdpool.Bytes(0)
	cart.WriteString(`{"Items":["a lamp"]}`)
	if err := rcjson.DecodeInto(p, &p.Cart, cart); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.User.Name, p.Cart.Items)
	// Output: ada [a lamp]
}
