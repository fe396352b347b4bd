package traffic_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/traffic"
)

const endless = 1 << 40 // requests: more than can be sent

// recorder is a service that keeps what it was asked and answers with the token.
type recorder struct {
	*httptest.Server
	mu     sync.Mutex
	asked  []string
	token  func(*http.Request) string
	answer func(*http.Request) string
}

func record(t *testing.T) *recorder {
	r := &recorder{
		token:  func(q *http.Request) string { return q.Header.Get(request.TokenHeader) },
		answer: func(*http.Request) string { return "0123456789" },
	}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		r.mu.Lock()
		r.asked = append(r.asked, fmt.Sprint(q.Method, q.URL.Path, q.Header.Get(request.TokenHeader), q.Header.Get("Accept-Encoding"), string(body)))
		r.mu.Unlock()
		w.Header().Set(request.TokenHeader, r.token(q))
		io.WriteString(w, r.answer(q))
	}))
	t.Cleanup(r.Close)
	return r
}

// take returns what was asked since the last call, in no order.
func (r *recorder) take() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	asked := r.asked
	r.asked = nil
	slices.Sort(asked)
	return asked
}

func attacker(t *testing.T) *traffic.Attacker {
	a := traffic.NewAttacker()
	t.Cleanup(a.Close)
	return a
}

func TestRun_AnswersAreComparedAndLookedInto(t *testing.T) {
	service := record(t)
	block := traffic.Block{URL: service.URL, Seed: 7, Count: 50, Rate: 1000}
	one, err := attacker(t).Run(t.Context(), block)
	if err != nil {
		t.Fatal(err)
	}
	again, err := attacker(t).Run(t.Context(), block)
	if err != nil {
		t.Fatal(err)
	}
	if one.Digest == 0 || one.Digest != again.Digest {
		t.Errorf("the same answers have the digests %d and %d", one.Digest, again.Digest)
	}
	if one.Checked != 2 || len(one.Wrong) != 1 {
		t.Errorf("%d answers were looked into, and wrong is %v, want 2 answers that are no quotes", one.Checked, one.Wrong)
	}
	service.answer = func(q *http.Request) string {
		if q.Header.Get(request.TokenHeader) == request.Token(7, 11) {
			return "0123456780" // as many bytes
		}
		return "0123456789"
	}
	other, err := attacker(t).Run(t.Context(), block)
	if err != nil {
		t.Fatal(err)
	}
	if other.Digest == one.Digest || other.BytesIn != one.BytesIn {
		t.Errorf("one answer differs, and the digest is %d as before; %d and %d bytes", other.Digest, other.BytesIn, one.BytesIn)
	}
}

func TestRun_SendsExactlyTheRequestsOfItsBlock(t *testing.T) {
	service := record(t)
	block := traffic.Block{URL: service.URL, Seed: 7, First: 30, Count: 50, Rate: 1000}
	result, err := attacker(t).Run(t.Context(), block)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	bytesOut := 0
	for i := range 50 {
		body, header := request.Generate(7, 30+i)
		bytesOut += len(body)
		want = append(want, fmt.Sprint(http.MethodPost, request.Path, header.Get(request.TokenHeader), header.Get("Accept-Encoding"), string(body)))
	}
	slices.Sort(want)
	if got := service.take(); !slices.Equal(got, want) {
		t.Errorf("the service saw %d requests that are not the %d of the block", len(got), len(want))
	}
	if result.Requests != 50 || result.Planned != 50 || result.Blocks != 1 || result.Latency.Count() != 50 || result.Lateness.Count() != 50 {
		t.Errorf("result %+v", result)
	}
	if result.Success() != 1 || result.Codes["200"] != 50 || len(result.Errors) != 0 || result.Mixed != 0 || len(result.Overruns) != 0 {
		t.Errorf("success %v, codes %v, errors %v, mixed %d, overruns %v", result.Success(), result.Codes, result.Errors, result.Mixed, result.Overruns)
	}
	if result.BytesIn != 500 || result.BytesOut != uint64(bytesOut) {
		t.Errorf("%d bytes in and %d out, want 500 and %d", result.BytesIn, result.BytesOut, bytesOut)
	}
	if result.Span != 50*time.Millisecond {
		t.Errorf("span %v", result.Span)
	}
}

// An attacker that has prepared requests of one size makes others for another.
func TestRun_RequestsHaveTheItemsOfTheBlock(t *testing.T) {
	service, a := record(t), attacker(t)
	for _, items := range []int{0, 100} {
		if _, err := a.Run(t.Context(), traffic.Block{URL: service.URL, Seed: 7, Items: items, Count: 3, Rate: 1000}); err != nil {
			t.Fatal(err)
		}
		asked := strings.Join(service.take(), "\n")
		for index := range 3 {
			body, _ := request.GenerateItems(7, index, cmp.Or(items, request.Items))
			if !strings.Contains(asked, string(body)) {
				t.Errorf("%d items: request %d was not sent", items, index)
			}
		}
	}
}

func TestRun_EveryServiceGetsTheSameRequests(t *testing.T) {
	one, other := record(t), record(t)
	a := attacker(t)
	block := traffic.Block{Seed: 3, First: 5, Count: 20, Rate: 2000}
	for _, service := range []*recorder{one, other} {
		block.URL = service.URL
		if _, err := a.Run(t.Context(), block); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(one.take(), other.take()) {
		t.Error("the second service was asked something else")
	}
	block.First += 20
	if _, err := a.Run(t.Context(), block); err != nil {
		t.Fatal(err)
	}
	body, header := request.Generate(3, 25)
	if got := other.take(); len(got) != 20 || !slices.ContainsFunc(got, func(s string) bool {
		return strings.Contains(s, header.Get(request.TokenHeader)) && strings.HasSuffix(s, string(body))
	}) {
		t.Error("the next block does not begin where the last one ended")
	}
}

func TestRun_CountsAnswersToOthers(t *testing.T) {
	service := record(t)
	service.token = func(*http.Request) string { return "somebody else's" }
	result, err := attacker(t).Run(t.Context(), traffic.Block{URL: service.URL, Count: 5, Rate: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if result.Mixed != 5 {
		t.Errorf("%d mixed up answers, want 5", result.Mixed)
	}
}

func TestRun_FailuresAreCountedByCodeAndText(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		http.Error(w, "no", http.StatusBadGateway)
	}))
	defer service.Close()
	result, err := attacker(t).Run(t.Context(), traffic.Block{URL: service.URL, Count: 4, Rate: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if result.Success() != 0 || result.Codes["502"] != 4 || result.Errors["502 Bad Gateway"] != 4 || result.Mixed != 0 {
		t.Errorf("success %v, codes %v, errors %v", result.Success(), result.Codes, result.Errors)
	}
}

// The sender's own port is another one each time; the texts must be one all the same.
func TestRun_OneTextForOneKindOfFailure(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		panic(http.ErrAbortHandler)
	}))
	defer service.Close()
	result, err := attacker(t).Run(t.Context(), traffic.Block{URL: service.URL, Count: 30, Rate: 3000})
	if err != nil {
		t.Fatal(err)
	}
	if result.Codes["0"] != 30 || len(result.Errors) == 0 || len(result.Errors) > 3 {
		t.Errorf("codes %v, errors %v", result.Codes, result.Errors)
	}
}

func TestRun_EndsWithItsContextAndReportsWhatWasSent(t *testing.T) {
	service := record(t)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	result, err := attacker(t).Run(ctx, traffic.Block{URL: service.URL, Count: endless, Rate: 100})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if sent := len(service.take()); result.Requests != sent || result.Planned != endless {
		t.Errorf("%d requests reported, %d arrived", result.Requests, sent)
	}
}

func TestRun_BlockOfNothingIsRefused(t *testing.T) {
	for _, b := range []traffic.Block{{Rate: 0, Count: 1}, {Rate: 1, Count: 0}, {Rate: -1, Count: 1}} {
		if _, err := attacker(t).Run(t.Context(), b); err == nil {
			t.Errorf("%+v was accepted", b)
		}
	}
}
