package service

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/request"
)

// quote is the endpoint and its edge: what fails further down is counted, logged
// and answered here and nowhere else.
func (s *service) quote(w http.ResponseWriter, r *http.Request) {
	s.flight.requests.begin()
	defer s.flight.requests.end() // after the releases below, so that nothing is leased when nothing is in flight
	s.requests.Add(1)

	held := s.calls.get()
	defer held.release()
	c := held.value()
	c.started, c.token, c.agent = time.Now(), r.Header.Get(request.TokenHeader), r.UserAgent()

	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Timeout)
	defer cancel()
	err := s.attempt(ctx, w, r, &held)
	begun := c.status != 0
	if err != nil {
		s.refuse(w, r, c, fmt.Errorf("quote for user %q: %w", c.User, err))
	}
	s.report(&held)
	if err != nil && begun {
		panic(http.ErrAbortHandler) // hangs up: a part of an answer must not look like a whole one
	}
}

// attempt is answer, and returns a panic as an error. What was leased has been
// released by then.
func (s *service) attempt(ctx context.Context, w http.ResponseWriter, r *http.Request, held *lease[call]) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = because(panicked, &panicking{value, debug.Stack()})
		}
	}()
	return s.answer(ctx, w, r, held)
}

// answer does the work of a request, step by step. Every step that succeeded
// publishes its event, whatever becomes of the next.
func (s *service) answer(ctx context.Context, w http.ResponseWriter, r *http.Request, held *lease[call]) error {
	c := held.value()
	if err := s.bind(w, r, c); err != nil {
		return err
	}
	s.publish(held, backend.Requested)

	knowledge := s.known.get()
	defer knowledge.release()
	k := knowledge.value()
	if err := s.look(ctx, c, k); err != nil {
		return err
	}
	c.segment = segmentOf(k)
	s.publish(held, backend.Profiled)

	place, err := s.locate(ctx, c)
	if err != nil {
		return err
	}
	c.city = place.GetCity()
	s.publish(held, backend.Located)

	units, err := s.price(ctx, c, place)
	if err != nil {
		return err
	}
	composed := s.answers.get()
	defer composed.release()
	a := composed.value()
	compose(a, c, k, place, units)
	c.total = a.Total
	s.publish(held, backend.Priced)

	if err := s.write(w, r, c, a); err != nil {
		return err
	}
	s.publish(held, backend.Answered)
	return nil
}

// bind reads the body of r into c.
func (s *service) bind(w http.ResponseWriter, r *http.Request, c *call) error {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return because(badMethod, fmt.Errorf("method %s", r.Method))
	}
	decode := s.decodeCopying
	if s.objects.sharing {
		decode = s.decodeSharing
	}
	if err := decode(http.MaxBytesReader(w, r.Body, maxBody), r.ContentLength, c); err != nil {
		return err
	}
	switch {
	case c.Token == "" || c.Token != c.token:
		return because(badRequest, fmt.Errorf("the body has token %q, the header %q", c.Token, c.token))
	case c.User == "":
		return because(badRequest, errors.New("the body names no user"))
	case len(c.Items) == 0:
		return because(badRequest, errors.New("the body has no items"))
	}
	for i := range c.Items {
		item := &c.Items[i]
		if item.SKU == "" || item.Quantity < 1 || item.Quantity > maxQuantity {
			return because(badRequest, fmt.Errorf("item %d is %q, %d times", i, item.SKU, item.Quantity))
		}
		c.skus = append(c.skus, item.SKU)
		c.quantities = append(c.quantities, uint32(item.Quantity))
	}
	return nil
}

// decodeCopying reads a body, of size bytes if that is known, and decodes it into c.
func (s *service) decodeCopying(body io.Reader, size int64, c *call) error {
	buffer := s.buffers.get()
	defer buffer.release()
	b := buffer.value()
	if size > 0 && size <= maxBody {
		b.Grow(int(size) + bytes.MinRead) // ReadFrom wants MinRead to spare
	}
	if _, err := b.ReadFrom(body); err != nil {
		return unread(err)
	}
	c.checksum = crc32.ChecksumIEEE(b.Bytes())
	if err := json.Unmarshal(b.Bytes(), &c.Quote); err != nil { // copies what it keeps
		return undecoded(err)
	}
	return nil
}

// unread explains why a body could not be read.
func unread(err error) error {
	cause := badRequest
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		cause = tooLarge
	} else if errors.Is(err, os.ErrDeadlineExceeded) {
		cause = tooSlow
	}
	return because(cause, fmt.Errorf("read the body: %w", err))
}

func undecoded(err error) error { return because(badRequest, fmt.Errorf("decode the body: %w", err)) }

// write sends a as the 200, zipped if the client accepts that.
func (s *service) write(w http.ResponseWriter, r *http.Request, c *call, a *request.Answer) error {
	buffer := s.buffers.get()
	defer buffer.release()
	b := buffer.value()
	if err := json.NewEncoder(b).Encode(a); err != nil {
		return because(internal, fmt.Errorf("encode the answer: %w", err))
	}
	c.status, c.bytes = http.StatusOK, b.Len()

	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Vary", "Accept-Encoding")
	header.Set(request.TokenHeader, c.token)
	if !acceptsGzip(r.Header) {
		header.Set("Content-Length", strconv.Itoa(b.Len()))
		if _, err := w.Write(b.Bytes()); err != nil {
			return because(clientGone, fmt.Errorf("write the answer: %w", err))
		}
		return nil
	}
	header.Set("Content-Encoding", "gzip")
	zipper := s.zippers.get()
	defer zipper.release()
	z := zipper.value()
	z.Reset(w)
	if _, err := z.Write(b.Bytes()); err != nil {
		return because(clientGone, fmt.Errorf("write the zipped answer: %w", err))
	}
	if err := z.Close(); err != nil {
		return because(clientGone, fmt.Errorf("end the zipped answer: %w", err))
	}
	return nil
}

// refuse is the edge of a failed request: it counts and logs err, and tells the
// client a short reason, unless the client is gone or has a part of an answer.
func (s *service) refuse(w http.ResponseWriter, r *http.Request, c *call, err error) {
	why := causeOf(r.Context(), err)
	reply, told := replies[why]
	told = told && c.status == 0
	c.status, c.bytes = reply.status, 0
	if why == clientGone {
		c.status = statusClientGone
	} else if timedOut(err) {
		c.status = http.StatusGatewayTimeout
	}
	s.fail(why, "quote failed", err, slog.String("token", c.token), slog.Int("status", c.status))
	if told {
		c.bytes = tell(w, c.status, request.Failure{Token: c.token, Reason: reply.reason})
	}
}

// tell answers with a failure, and returns the size of the body.
func tell(w http.ResponseWriter, status int, f request.Failure) (size int) {
	body, err := json.Marshal(f)
	if err != nil {
		panic(err) // two strings always encode
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set(request.TokenHeader, f.Token)
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that is gone by now has lost nothing but a refusal
	return len(body)
}

// statusClientGone is what the access log says of a client that left before its
// answer; the number is nginx's.
const statusClientGone = 499
