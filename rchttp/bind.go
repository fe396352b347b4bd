package rchttp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// Bind leases an object from p and decodes the JSON body of r into it. It returns
// the reference, which the caller owns, and true. If there is something wrong
// with the body, Bind answers the request with status 400, 413 or 415 and the
// reason, and returns the zero Ref and false; the handler should return. See
// [Decode] for what Bind accepts, for limit, and for panics.
//
//	order, ok := rchttp.Bind(w, r, &orders, 64<<10)
//	if !ok {
//		return
//	}
//	defer order.Release()
func Bind[T any](w http.ResponseWriter, r *http.Request, p *rcpool.Pool[T], limit int64) (rcpool.Ref[T], bool) {
	ref, err := decode(w, r, p, limit)
	if err != nil {
		http.Error(w, err.text(), err.Status)
		return rcpool.Ref[T]{}, false
	}
	return ref, true
}

// Decode is like [Bind], but does not answer the request if there is something
// wrong with the body. Instead it returns the zero Ref and a *[BodyError], after
// setting the response headers that belong to the error.
//
// The body must be exactly one JSON value. Its content type must be
// application/json or an application type that ends in +json, and it must have
// no content encoding. limit is the maximum size of the body in bytes; 0 means
// 1 MiB. Decode reads no more than limit, and nothing if the request announces
// a larger body.
//
// The object holds what json.Unmarshal would store in a new(T). Nothing in it
// comes from an earlier request, whatever the Reset of p keeps, and it shares no
// memory with the body. See stdpool.DecodeJSON.
//
// If p.Get or an UnmarshalJSON method panics, Decode releases the object and
// the panic continues.
//
// Bind and Decode are safe for concurrent use with different requests.
func Decode[T any](w http.ResponseWriter, r *http.Request, p *rcpool.Pool[T], limit int64) (rcpool.Ref[T], error) {
	ref, err := decode(w, r, p, limit)
	if err != nil {
		return rcpool.Ref[T]{}, err
	}
	return ref, nil
}

func decode[T any](w http.ResponseWriter, r *http.Request, p *rcpool.Pool[T], limit int64) (rcpool.Ref[T], *BodyError) {
	body := stdpool.Buffer()
	defer body.Release()
	if err := readBody(w, r, limit, body.Value()); err != nil {
		return rcpool.Ref[T]{}, err
	}
	text := body.Value().Bytes()
	ref, err := stdpool.DecodeJSON(text, p)
	if err != nil {
		return rcpool.Ref[T]{}, malformed(text, err)
	}
	return ref, nil
}

// A BodyError describes what is wrong with the body of a request.
//
// Reason and the position follow those of encoding/json. With
// GOEXPERIMENT=jsonv2 the position of a value of the wrong type is its start and
// not its end, and the path in the reason has indexes.
type BodyError struct {
	Status       int    // status of the answer: 400, 413 or 415
	Reason       string // text for the client, without the position
	Line, Column int    // position in the body, counted from 1, columns in characters; 0 if unknown
	Err          error  // the cause, for logs and not for the client; nil if there is none
}

// Error returns the position, the reason and the cause.
func (e *BodyError) Error() string {
	if e.Err == nil {
		return "rchttp: " + e.text()
	}
	return fmt.Sprintf("rchttp: %s: %v", e.text(), e.Err)
}

// Unwrap returns the cause.
func (e *BodyError) Unwrap() error { return e.Err }

func (e *BodyError) text() string {
	if e.Line == 0 {
		return e.Reason
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason)
}

const (
	defaultLimit = 1 << 20
	maxTrusted   = 16 << 10 // allocate at most so much before the bytes have arrived
)

// readBody reads the body of r into a buffer, under the conditions that Decode
// documents.
func readBody(w http.ResponseWriter, r *http.Request, limit int64, into *bytes.Buffer) *BodyError {
	if limit <= 0 {
		limit = defaultLimit
	}
	if !isJSON(r.Header.Get("Content-Type")) {
		w.Header().Set("Accept", "application/json")
		return &BodyError{Status: http.StatusUnsupportedMediaType, Reason: "the content type must be application/json"}
	}
	if coding := r.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		w.Header().Set("Accept-Encoding", "identity")
		return &BodyError{Status: http.StatusUnsupportedMediaType, Reason: "the body must not have a content encoding"}
	}
	tooLarge := &BodyError{Status: http.StatusRequestEntityTooLarge, Reason: fmt.Sprintf("the body is larger than %d bytes", limit)}
	if r.ContentLength > limit {
		w.Header().Set("Connection", "close") // the server need not read the rest
		return tooLarge
	}
	if r.Body == nil {
		return nil
	}
	if r.ContentLength > 0 {
		into.Grow(int(min(r.ContentLength, maxTrusted)) + bytes.MinRead)
	}
	_, err := into.ReadFrom(http.MaxBytesReader(w, r.Body, limit))
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		tooLarge.Err = err
		return tooLarge
	case err != nil:
		return &BodyError{Status: http.StatusBadRequest, Reason: "the body could not be read", Err: err}
	}
	return nil
}

func isJSON(contentType string) bool {
	if contentType == "application/json" {
		return true
	}
	kind, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		return false
	}
	if charset, ok := parameters["charset"]; ok && !strings.EqualFold(charset, "utf-8") {
		return false
	}
	return kind == "application/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json")
}

// malformed explains an error of json.Unmarshal without naming Go types.
func malformed(body []byte, err error) *BodyError {
	e := &BodyError{Status: http.StatusBadRequest, Err: err}
	var (
		syntax   *json.SyntaxError
		mismatch *json.UnmarshalTypeError
	)
	switch {
	case len(bytes.TrimSpace(body)) == 0:
		e.Reason = "the body is empty"
	case errors.As(err, &syntax):
		e.Reason = syntax.Error()
		at := int(syntax.Offset - offsetOfFirst())
		if e.Reason == "unexpected end of JSON input" {
			at = len(body)
		}
		e.Line, e.Column = position(body, at)
	case errors.As(err, &mismatch):
		what := mismatch.Value
		if len(what) > 40 {
			what = what[:40] + "…"
		}
		e.Reason = "the value cannot be a JSON " + what
		if mismatch.Field != "" {
			e.Reason = fmt.Sprintf("%s cannot be a JSON %s", mismatch.Field, what)
		}
		e.Line, e.Column = position(body, int(mismatch.Offset-offsetOfFirst()))
	default: // from an UnmarshalJSON method; its text may not be for the client
		e.Reason = "a value is not acceptable"
	}
	return e
}

// offsetOfFirst is the offset that json.Unmarshal gives an error in the first
// character. It is 1, or with GOEXPERIMENT=jsonv2 0.
var offsetOfFirst = sync.OnceValue(func() int64 {
	var syntax *json.SyntaxError
	errors.As(json.Unmarshal([]byte("x"), new(any)), &syntax)
	return syntax.Offset
})

// position returns the line and column of the byte at an index.
func position(body []byte, at int) (line, column int) {
	before := body[:max(0, min(at, len(body)))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return 1 + bytes.Count(before, []byte{'\n'}), 1 + utf8.RuneCount(before[start:])
}
