package rchttp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// Bind decodes the JSON body of r into an object that it leases from p. The
// caller owns the reference. If the body is not as it should be, Bind answers
// with 400, 413 or 415 and says why, and returns false and the zero Ref; the
// handler has nothing more to do. See [Decode].
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

// Decode is [Bind] for those who answer for themselves: it returns a
// *[BodyError], and writes to w nothing but the headers that the error calls
// for.
//
// limit is the size of the largest body, in bytes; 0 is 1 MiB. No more is read,
// and of a body that says it is larger nothing is. The body must be one value
// and no more, with the content type application/json (or one that ends in
// +json) and no content coding.
//
// The object holds what json.Unmarshal would put into a new(T): nothing of it
// is of an earlier request, whatever the pool's Reset keeps, and it shares no
// memory with the buffer that the body is read into. See stdpool.DecodeJSON.
//
// A panic, of Get or of an UnmarshalJSON, is let through, and nothing is leased
// then.
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
	ref, err := stdpool.DecodeJSON(p, text)
	if err != nil {
		return rcpool.Ref[T]{}, malformed(text, err)
	}
	return ref, nil
}

// A BodyError says what is wrong with the body of a request.
type BodyError struct {
	Status       int    // of the answer: 400, 413 or 415
	Reason       string // for the client, without the position
	Line, Column int    // of the place in the body, from 1, in characters; 0 if there is none
	Err          error  // for the log: the cause, if there is one
}

// Error is the reason with the position, and the cause.
func (e *BodyError) Error() string {
	if e.Err == nil {
		return "rchttp: " + e.text()
	}
	return fmt.Sprintf("rchttp: %s: %v", e.text(), e.Err)
}

// Unwrap is the cause.
func (e *BodyError) Unwrap() error { return e.Err }

func (e *BodyError) text() string {
	if e.Line == 0 {
		return e.Reason
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason)
}

const (
	defaultLimit = 1 << 20
	maxTrusted   = 16 << 10 // bytes that are set aside before they have come
)

// readBody reads what Decode documents.
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
		return &BodyError{Status: http.StatusUnsupportedMediaType, Reason: "the body must not be encoded"}
	}
	tooLarge := &BodyError{Status: http.StatusRequestEntityTooLarge, Reason: fmt.Sprintf("the body is larger than %d bytes", limit)}
	if r.ContentLength > limit {
		w.Header().Set("Connection", "close") // the rest is not worth reading
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

// malformed explains what json.Unmarshal has found, without the names of Go
// types.
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
		at := int(syntax.Offset) - 1 // the offset counts the character that is wrong
		if e.Reason == "unexpected end of JSON input" {
			at = len(body)
		}
		e.Line, e.Column = position(body, at)
	case errors.As(err, &mismatch):
		what := mismatch.Value
		if len(what) > 40 {
			what = what[:40] + "…"
		}
		e.Reason = "the value can not be a JSON " + what
		if mismatch.Field != "" {
			e.Reason = fmt.Sprintf("%s can not be a JSON %s", mismatch.Field, what)
		}
		e.Line, e.Column = position(body, int(mismatch.Offset)-1)
	default: // of an UnmarshalJSON, which may say what is not for the client
		e.Reason = "a value is not acceptable"
	}
	return e
}

// position is the line and column of the byte at an index.
func position(body []byte, at int) (line, column int) {
	before := body[:max(0, min(at, len(body)))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return 1 + bytes.Count(before, []byte{'\n'}), 1 + utf8.RuneCount(before[start:])
}
