package rchttp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/rctest"
)

type purchase struct {
	User  string `json:"user"`
	Size  int8   `json:"size"`
	Items []item `json:"items"`
	Raw   json.RawMessage
	Even  even `json:"even"`
}

type item struct {
	Name   string `json:"name"`
	Counts []int  `json:"counts"`
}

// even decodes itself and refuses odd numbers.
type even int

func (e *even) UnmarshalJSON(text []byte) error {
	var n int
	if err := json.Unmarshal(text, &n); err != nil {
		return err
	}
	if n%2 != 0 {
		return errors.New("secret reason")
	}
	*e = even(n)
	return nil
}

// Reset keeps the slices and what is in their capacity.
func (p *purchase) Reset() { *p = purchase{Items: p.Items[:0], Raw: p.Raw[:0]} }

func newPurchases() *rcpool.Pool[purchase] { return &rcpool.Pool[purchase]{Name: "purchases"} }

// post returns a request with a JSON body. header is keys and values.
func post(body io.Reader, header ...string) *http.Request {
	r := httptest.NewRequest("POST", "/", body)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

func TestBind_Answers(t *testing.T) {
	rctest.NoLeaks(t)
	purchases := newPurchases()
	const limit = 100
	large := `{"user":"` + strings.Repeat("x", limit) + `"}`
	for _, c := range []struct {
		name   string
		body   io.Reader
		header []string
		status int
		reason string
	}{
		{"good", strings.NewReader(`{"user":"ann","size":3}`), nil, 200, ""},
		{"white space around it", strings.NewReader(" \n{} \n"), nil, 200, ""},
		{"exactly the limit", strings.NewReader(large[:limit-2] + `"}`), nil, 200, ""},
		{"charset", strings.NewReader(`{}`), []string{"Content-Type", "application/json; charset=UTF-8"}, 200, ""},
		{"suffix", strings.NewReader(`{}`), []string{"Content-Type", "application/vnd.api+json"}, 200, ""},
		{"identity", strings.NewReader(`{}`), []string{"Content-Encoding", "identity"}, 200, ""},

		{"one byte too large", strings.NewReader(large[:limit-1] + `"}`), nil, 413, "the body is larger than 100 bytes"},
		{"too large, of unknown length", io.MultiReader(strings.NewReader(large)), nil, 413, "the body is larger than 100 bytes"},
		{"no content type", strings.NewReader(`{}`), []string{"Content-Type", ""}, 415, "the content type must be application/json"},
		{"form", strings.NewReader(`{}`), []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "the content type must be application/json"},
		{"other charset", strings.NewReader(`{}`), []string{"Content-Type", "application/json; charset=latin1"}, 415, "the content type must be application/json"},
		{"malformed content type", strings.NewReader(`{}`), []string{"Content-Type", "application/json; ="}, 415, "the content type must be application/json"},
		{"gzip", strings.NewReader(`{}`), []string{"Content-Encoding", "gzip"}, 415, "the body must not have a content encoding"},

		{"empty", strings.NewReader(""), nil, 400, "the body is empty"},
		{"only white space", strings.NewReader(" \n "), nil, 400, "the body is empty"},
		{"no body", nil, nil, 400, "the body is empty"},
		{"malformed", strings.NewReader("{\n  \"user\": \"ä\", x\n}"), nil, 400, "line 2, column 16: invalid character 'x' looking for beginning of object key string"},
		{"cut off", strings.NewReader("{\n\"user\":"), nil, 400, "line 2, column 8: unexpected end of JSON input"},
		{"trailing data", strings.NewReader("{} {}"), nil, 400, "line 1, column 4: invalid character '{' after top-level value"},
		{"wrong type", strings.NewReader("{\"user\":\n 12}"), nil, 400, withJSON("line 2, column 3: user cannot be a JSON number", "line 2, column 2: user cannot be a JSON number")},
		{"wrong type in a nested object", strings.NewReader(`{"items":[{"name":true}]}`), nil, 400, withJSON("line 1, column 22: items.name cannot be a JSON bool", "line 1, column 19: items.0.name cannot be a JSON bool")},
		{"does not fit", strings.NewReader(`{"size":300}`), nil, 400, withJSON("line 1, column 11: size cannot be a JSON number 300", "line 1, column 9: size cannot be a JSON number 300")},
		{"does not fit and is long", strings.NewReader(`{"size":1` + strings.Repeat("0", 60) + `}`), nil, 400, withJSON("line 1, column 69: size cannot be a JSON number 100000000000000000000000000000000…", "line 1, column 9: size cannot be a JSON number 100000000000000000000000000000000…")},
		{"not an object", strings.NewReader(`[1]`), nil, 400, "line 1, column 1: the value cannot be a JSON array"},
		{"refused by the type", strings.NewReader(`{"even":3}`), nil, 400, "a value is not acceptable"},
		{"unreadable", iotest.ErrReader(errors.New("secret cause")), nil, 400, "the body could not be read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			answer := httptest.NewRecorder()
			r := post(c.body, c.header...)
			if c.name == "no body" {
				r.Body = nil
			}
			ref, ok := rchttp.Bind(answer, r, purchases, limit)
			if ok {
				ref.Release()
			} else if !ref.IsZero() {
				t.Error("returned a reference")
			}
			if answer.Code != c.status || strings.TrimSpace(answer.Body.String()) != c.reason || ok != (c.status == 200) {
				t.Errorf("answered %d %q, want %d %q", answer.Code, answer.Body, c.status, c.reason)
			}
		})
	}
	if s := purchases.Stats(); s.InUse != 0 {
		t.Errorf("%d are in use", s.InUse)
	}
}

func TestBind_SetsHeadersOfTheError(t *testing.T) {
	for name, c := range map[string]struct {
		r             *http.Request
		header, value string
	}{
		"content type": {post(strings.NewReader(`{}`), "Content-Type", "text/plain"), "Accept", "application/json"},
		"coding":       {post(strings.NewReader(`{}`), "Content-Encoding", "br"), "Accept-Encoding", "identity"},
		"size":         {post(strings.NewReader(`{"user":"ann"}`)), "Connection", "close"},
	} {
		answer := httptest.NewRecorder()
		rchttp.Bind(answer, c.r, newPurchases(), 5)
		if got := answer.Header().Get(c.header); got != c.value {
			t.Errorf("%s: %s is %q, want %q", name, c.header, got, c.value)
		}
	}
}

func TestDecode_Errors(t *testing.T) {
	cause := errors.New("cause")
	answer := httptest.NewRecorder()
	_, err := rchttp.Decode(answer, post(iotest.ErrReader(cause)), newPurchases(), 0)
	var body *rchttp.BodyError
	if !errors.As(err, &body) || body.Status != 400 || !errors.Is(err, cause) {
		t.Errorf("the error is %v", err)
	}
	if answer.Body.Len() > 0 {
		t.Error("Decode answered the request")
	}
	_, err = rchttp.Decode(answer, post(strings.NewReader("\n{]")), newPurchases(), 0)
	if !errors.As(err, &body) || body.Line != 2 || body.Column != 2 {
		t.Errorf("the error is %v, %+v", err, body)
	}
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		t.Errorf("the error is %v", err)
	}
	if ref, err := rchttp.Decode(answer, post(strings.NewReader("{}")), newPurchases(), 0); err != nil {
		t.Error(err)
	} else {
		ref.Release()
	}
	large := strings.NewReader(`"` + strings.Repeat("x", 1<<20) + `"`)
	if _, err := rchttp.Decode(answer, post(large), new(rcpool.Pool[string]), 0); !errors.As(err, &body) || body.Status != 413 {
		t.Errorf("without a limit: %v", err)
	}
}

// A request does not see data of the previous one, whatever its body leaves out
// and however little Reset clears.
func TestBind_ShowsNothingOfThePreviousRequest(t *testing.T) {
	rctest.Deterministic(t)
	purchases := newPurchases()
	first, ok := rchttp.Bind(httptest.NewRecorder(), post(strings.NewReader(
		`{"user":"ann","size":3,"items":[{"name":"a","counts":[1,2,3]},{"name":"b","counts":[4]}],"raw":[1,2,3]}`)), purchases, 0)
	if !ok {
		t.Fatal("refused")
	}
	object := first.Value()
	first.Release()
	for body, want := range map[string]purchase{
		`{}`:                                 {},
		`{"items":[{},null]}`:                {Items: []item{{}, {}}},
		`{"items":[{"counts":[null,null]}]}`: {Items: []item{{Counts: []int{0, 0}}}},
	} {
		ref, ok := rchttp.Bind(httptest.NewRecorder(), post(strings.NewReader(body)), purchases, 0)
		if !ok || ref.Value() != object {
			t.Fatalf("%s: got another object, so nothing is tested", body)
		}
		if got := fmt.Sprint(*ref.Value()); got != fmt.Sprint(want) {
			t.Errorf("%s is decoded as %s, want %v", body, got, want)
		}
		object.Items = append(object.Items, item{"stale", []int{5, 6}})
		ref.Release()
	}
}

func TestBind_UnmarshalPanics(t *testing.T) {
	rctest.NoLeaks(t)
	var panicky rcpool.Pool[panics]
	func() {
		defer func() {
			if recover() != "boom" {
				t.Error("the panic was lost")
			}
		}()
		rchttp.Bind(httptest.NewRecorder(), post(strings.NewReader(`{}`)), &panicky, 0)
	}()
}

type panics struct{ A int }

func (*panics) UnmarshalJSON([]byte) error { panic("boom") }

// A decoded object does not share memory with the buffer of the body.
func TestBind_DoesNotShareTheBuffer(t *testing.T) {
	rctest.Deterministic(t)
	purchases := newPurchases()
	bind := func(user string) rcpool.Ref[purchase] {
		ref, ok := rchttp.Bind(httptest.NewRecorder(), post(strings.NewReader(fmt.Sprintf(`{"user":%q,"Raw":%q}`, user, user))), purchases, 0)
		if !ok {
			t.Fatal("refused")
		}
		return ref
	}
	first := bind("ann")
	second := bind("bob")
	if got := first.Value(); got.User != "ann" || string(got.Raw) != `"ann"` {
		t.Errorf("the first is now %q, %s", got.User, got.Raw)
	}
	first.Release()
	second.Release()
}

// A body that is too large closes its connection and affects no other request.
func TestBind_InAServer(t *testing.T) {
	rctest.NoLeaks(t)
	purchases := newPurchases()
	server := httptest.NewServer(rchttp.ScopeHandler(func(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
		ref, ok := rchttp.Bind(w, r, purchases, 1000)
		if !ok {
			return
		}
		fmt.Fprintf(w, "hello %s", rchttp.Adopt(s, ref).Value().User)
	}))
	defer server.Close()
	for body, want := range map[string]string{
		`{"user":"ann"}`:           "200 hello ann",
		`{"user":`:                 "400 line 1, column 9: unexpected end of JSON input\n",
		strings.Repeat(" ", 1001):  "413 the body is larger than 1000 bytes\n",
		strings.Repeat(" ", 1<<15): "413 the body is larger than 1000 bytes\n",
	} {
		for _, reader := range []io.Reader{strings.NewReader(body), struct{ io.Reader }{strings.NewReader(body)}} {
			answer, err := server.Client().Post(server.URL, "application/json", reader)
			if err != nil {
				t.Error(err)
				continue
			}
			got, _ := io.ReadAll(answer.Body)
			answer.Body.Close()
			if got := fmt.Sprint(answer.StatusCode, " ", string(got)); got != want {
				t.Errorf("answered %q, want %q", got, want)
			}
		}
	}
}

func FuzzBind(f *testing.F) {
	f.Add([]byte(`{"user":"ann","items":[{"counts":[1]}]}`), "application/json")
	f.Add([]byte("{\n]"), "application/json; charset=utf-8")
	purchases := newPurchases()
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		answer := httptest.NewRecorder()
		ref, ok := rchttp.Bind(answer, post(bytes.NewReader(body), "Content-Type", contentType), purchases, 1000)
		if !ok {
			if answer.Code != 400 && answer.Code != 413 && answer.Code != 415 || answer.Body.Len() == 0 {
				t.Errorf("answered with %d %q", answer.Code, answer.Body)
			}
			return
		}
		defer ref.Release()
		var want purchase
		if err := json.Unmarshal(body, &want); err != nil {
			t.Fatalf("accepted invalid JSON: %v", err)
		}
		got := ref.Value()
		if got.User != want.User || got.Size != want.Size || got.Even != want.Even || fmt.Sprint(got.Items) != fmt.Sprint(want.Items) {
			t.Errorf("decoded %+v, a fresh object is %+v", *got, want)
		}
	})
}

func BenchmarkBind(b *testing.B) {
	text := []byte(`{"user":"ann","size":3,"items":[{"name":"a","counts":[1,2,3]},{"name":"b","counts":[4]}]}`)
	body := bytes.NewReader(text)
	r := post(body)
	r.Body = io.NopCloser(body)
	r.ContentLength = int64(len(text))
	w := httptest.NewRecorder()
	b.Run("pool=none", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			body.Reset(text)
			var p purchase
			if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&p); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("pool=rcpool", func(b *testing.B) {
		purchases := newPurchases()
		b.ReportAllocs()
		for b.Loop() {
			body.Reset(text)
			ref, ok := rchttp.Bind(w, r, purchases, 0)
			if !ok {
				b.Fatal(w.Body)
			}
			ref.Release()
		}
	})
}
