package service_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/expected"
	"github.com/rcpool/rcpool/lab/internal/topic"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/standin"
)

// sent is one request as the client knows it.
type sent struct {
	request.Quote
	checksum uint32
	agent    string
	fate     fate
}

// fate is what a client expects of a request.
type fate int

const (
	whole    fate = iota // a good request: 200, five events, one line
	broken               // a wrong type in the body: 400, no event, one line
	leaving              // the client may leave at any time: whatever comes is its own
	troubled             // a backend is in trouble: an answer, one line, and the events of the steps that were done
	exposed              // anything may fail on its way: whatever comes is its own
)

// evidence is everything that the service said about its requests.
type evidence struct {
	answers []answer
	events  []kgo.Record
	lines   []string // of the access log
	log     []string // of the service
}

// answer is what came back for the request with this token.
type answer struct {
	token  string // of the request
	status int
	body   []byte // unzipped
}

func unzipped(response *http.Response) ([]byte, error) {
	var body io.Reader = response.Body
	if response.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(body)
		if err != nil {
			return nil, err
		}
		body = z
	}
	return io.ReadAll(body)
}

// gather fills in what the bus and the access log hold. The service has ended, so
// that nothing more can come.
func (ev *evidence) gather(t *testing.T, r *rig) {
	t.Helper()
	ev.lines = slices.Collect(strings.Lines(r.lines.String()))
	ev.log = slices.Collect(strings.Lines(r.log.String()))

	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := topic.Read(ctx, r.kafka, r.topic, nil, func(r *kgo.Record) { ev.events = append(ev.events, *r) })
	if err != nil {
		t.Fatal(err)
	}
}

// verify returns everything in ev that does not fit the requests: none if each
// request was answered, published and logged once, with its own data only.
func verify(requests []sent, ev evidence) (faults []string) {
	v := &verifier{byToken: map[string]*trace{}}
	for _, s := range requests {
		v.byToken[s.Token] = &trace{sent: s}
	}
	for _, a := range ev.answers {
		v.answer(a)
	}
	for _, record := range ev.events {
		v.event(record)
	}
	for _, line := range ev.lines {
		v.line(line)
	}
	for _, line := range ev.log {
		v.logged(line)
	}
	for _, tr := range v.byToken {
		v.whole(tr)
	}
	return v.faults
}

// trace is what was found of one request.
type trace struct {
	sent
	answers, lines int
	kinds          []string
	totals         []int64 // named anywhere
	sizes          []int   // of the answer, named anywhere
}

type verifier struct {
	byToken map[string]*trace
	faults  []string
}

func (v *verifier) fault(format string, args ...any) {
	v.faults = append(v.faults, fmt.Sprintf(format, args...))
}

// same notes a fault if a part of what was said about a request is not what the
// request says.
func same[T comparable](v *verifier, where, part string, got, want T) {
	if got != want {
		v.fault("%s: %s is %v, want %v", where, part, got, want)
	}
}

func (v *verifier) answer(a answer) {
	tr := v.byToken[a.token]
	where := "answer to " + a.token
	tr.answers++
	switch tr.fate {
	case broken:
		same(v, where, "status", a.status, http.StatusBadRequest)
	case whole:
		same(v, where, "status", a.status, http.StatusOK)
	}
	if a.status != http.StatusOK {
		var got request.Failure
		if err := json.Unmarshal(a.body, &got); err != nil {
			v.fault("%s: %v in %q", where, err, a.body)
		}
		same(v, where, "token", got.Token, tr.Token)
		return
	}
	tr.sizes = append(tr.sizes, len(a.body))
	var got request.Answer
	if err := json.Unmarshal(a.body, &got); err != nil {
		v.fault("%s: %v in %q", where, err, a.body)
		return
	}
	for _, fault := range expected.Faults(tr.Quote, tr.checksum, a.body, true) {
		v.fault("%s: %s", where, fault)
	}
	tr.totals = append(tr.totals, got.Total)
}

func (v *verifier) event(record kgo.Record) {
	decoder := json.NewDecoder(bytes.NewReader(record.Value))
	var got backend.Event
	if err := decoder.Decode(&got); err != nil {
		v.fault("event: %v in %q", err, record.Value)
		return
	}
	if rest, _ := io.ReadAll(decoder.Buffered()); len(bytes.TrimSpace(rest)) > 0 {
		v.fault("event: %q after its end", rest)
	}
	tr := v.byToken[got.Token]
	if tr == nil || tr.fate == broken {
		v.fault("event %s of token %q, which must have none", got.Kind, got.Token)
		return
	}
	where := "event " + got.Kind + " of " + got.Token
	stage := slices.Index(backend.Kinds[:], got.Kind)
	if stage < 0 {
		v.fault("%s: unknown kind", where)
		return
	}
	tr.kinds = append(tr.kinds, got.Kind)
	same(v, where, "key", string(record.Key), tr.User)
	same(v, where, "checksum", got.Checksum, tr.checksum)
	same(v, where, "user", got.User, tr.User)
	same(v, where, "session", got.Session, tr.Session)
	same(v, where, "campaign", got.Campaign, tr.Campaign)
	same(v, where, "placement", got.Placement, tr.Placement)
	skus := make([]string, len(tr.Items))
	for i, item := range tr.Items {
		skus[i] = item.SKU
	}
	same(v, where, "skus", fmt.Sprint(got.SKUs), fmt.Sprint(skus))
	same(v, where, "knowledge of a segment", got.Segment != "", stage >= 1)
	city := ""
	if stage >= 2 {
		city = standin.PlaceOf(tr.User).City
	}
	same(v, where, "city", got.City, city)
	if stage >= 3 {
		tr.totals = append(tr.totals, got.Total)
	} else {
		same(v, where, "total", got.Total, 0)
	}
}

func (v *verifier) line(line string) {
	var got backend.Line
	if err := json.Unmarshal([]byte(line), &got); err != nil {
		v.fault("line: %v in %q", err, line)
		return
	}
	tr := v.byToken[got.Token]
	if tr == nil {
		v.fault("line of unknown token %q", got.Token)
		return
	}
	where := "line of " + got.Token
	tr.lines++
	same(v, where, "agent", got.Agent, tr.agent)
	if tr.fate == leaving && got.User == "" {
		return // left before its body was read
	}
	same(v, where, "checksum", got.Checksum, tr.checksum)
	same(v, where, "user", got.User, tr.User)
	same(v, where, "session", got.Session, tr.Session)
	same(v, where, "campaign", got.Campaign, tr.Campaign)
	same(v, where, "items", got.Items, len(tr.Items))
	switch tr.fate {
	case whole:
		same(v, where, "status", got.Status, http.StatusOK)
	case broken:
		same(v, where, "status", got.Status, http.StatusBadRequest)
	}
	if got.Status == http.StatusOK {
		tr.sizes = append(tr.sizes, got.Bytes)
	}
}

// named are the identities that a line of the service's log may name.
var named = regexp.MustCompile(`q-2-\d{8}|u-\d{5}|s-\d{5}-web|c-\d{4}`)

// logged checks that a line of the service's log that is about one request names
// nothing of another. A line with first_token is about many.
func (v *verifier) logged(line string) {
	_, rest, ok := strings.Cut(line, " token=")
	if !ok {
		return
	}
	token := strings.Fields(rest)[0]
	tr := v.byToken[token]
	if tr == nil {
		v.fault("log: the token %q is nobody's: %s", token, line)
		return
	}
	for _, name := range named.FindAllString(line, -1) {
		if !slices.Contains([]string{tr.Token, tr.User, tr.Session, tr.Campaign}, name) {
			v.fault("log: a line about %s names %s: %s", token, name, line)
		}
	}
}

// whole checks what only the whole trace of a request shows.
func (v *verifier) whole(tr *trace) {
	where := "request " + tr.Token
	slices.Sort(tr.kinds)
	all := slices.Sorted(slices.Values(backend.Kinds[:]))
	switch tr.fate {
	case whole:
		same(v, where, "number of answers", tr.answers, 1)
		same(v, where, "number of lines", tr.lines, 1)
		same(v, where, "events", fmt.Sprint(tr.kinds), fmt.Sprint(all))
	case broken:
		same(v, where, "number of answers", tr.answers, 1)
		same(v, where, "number of lines", tr.lines, 1)
	case troubled:
		same(v, where, "number of answers", tr.answers, 1)
		same(v, where, "number of lines", tr.lines, 1)
		same(v, where, "events", fmt.Sprint(tr.kinds), fmt.Sprint(slices.Sorted(slices.Values(backend.Kinds[:len(tr.kinds)]))))
	case leaving, exposed:
		same(v, where, "at most one answer and line", tr.answers <= 1 && tr.lines <= 1, true)
		same(v, where, "events without one twice", len(slices.Compact(slices.Clone(tr.kinds))), len(tr.kinds))
	}
	if !alike(tr.totals) {
		v.fault("%s: its answer and events name the totals %v", where, tr.totals)
	}
	if !alike(tr.sizes) {
		v.fault("%s: its answer and its line name the sizes %v", where, tr.sizes)
	}
}

func alike[T comparable](all []T) bool {
	return !slices.ContainsFunc(all, func(one T) bool { return one != all[0] })
}

// prepare returns the index-th request of seed 2, with its fate.
func prepare(index int, f fate) (s sent, body []byte, header http.Header) {
	body, header = request.Generate(2, index)
	if err := json.Unmarshal(body, &s.Quote); err != nil {
		panic(err)
	}
	if f == broken {
		body = bytes.Replace(body, []byte(`"width":`), []byte(`"width":"wide","was":`), 1)
	}
	s.fate = f
	s.checksum = crc32.ChecksumIEEE(body)
	s.agent = "client of " + s.Token
	header.Set("User-Agent", s.agent)
	return s, body, header
}
