package traffic

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// maxErrorTexts bounds how many different error texts a Result keeps; the rest are counted as one.
const maxErrorTexts = 20

// queueing is how much longer answers take at the end of a block than at its start, at least, and more than twice
// as long, when more requests arrive than are answered.
const queueing = 50 * time.Millisecond

// otherErrors stands for the texts beyond that.
const otherErrors = "(other errors)"

// Result is what one block, or several that were added up, measured.
type Result struct {
	Blocks   int           `json:"blocks"`        // that were added up
	Queued   int           `json:"queued"`        // blocks in which answers took ever longer, as when requests queue up
	Planned  int           `json:"planned"`       // requests that the schedule asked for
	Requests int           `json:"requests"`      // requests sent
	Span     time.Duration `json:"span_ns"`       // planned length of the schedule
	Sent     time.Time     `json:"sent,omitzero"` // when the first request was sent
	Attack   time.Duration `json:"attack_ns"`     // from the first to the last request sent
	Wait     time.Duration `json:"wait_ns"`       // from the last request sent to the last answer

	Latency  Histogram `json:"latency"`  // from a request's place in the schedule to having read its answer
	Lateness Histogram `json:"lateness"` // how long after its place in the schedule a request was sent

	BytesIn  uint64         `json:"bytes_in"`  // of answers' bodies, as they came over the wire
	BytesOut uint64         `json:"bytes_out"` // of requests' bodies
	Codes    map[string]int `json:"codes"`     // answers by status code; "0" is no answer
	Errors   map[string]int `json:"errors"`    // what went wrong, by text
	Mixed    uint64         `json:"mixed"`     // good answers with another request's token: must be 0
	Digest   uint64         `json:"digest"`    // of all good answers with their places in the block: the same requests have the same
	Checked  int            `json:"checked"`   // good answers that were compared with what the requests must get
	Wrong    map[string]int `json:"wrong"`     // what was wrong with them, by text: must be empty
	Overruns []string       `json:"overruns"`  // why blocks were ended early
}

// Add adds other's block or blocks.
func (r *Result) Add(other Result) {
	r.Blocks += other.Blocks
	r.Queued += other.Queued
	r.Planned += other.Planned
	r.Requests += other.Requests
	r.Span += other.Span
	if r.Sent.IsZero() {
		r.Sent = other.Sent
	}
	r.Attack += other.Attack
	r.Wait += other.Wait
	r.Latency.Add(other.Latency)
	r.Lateness.Add(other.Lateness)
	r.BytesIn += other.BytesIn
	r.BytesOut += other.BytesOut
	for code, n := range other.Codes {
		r.code(code, n)
	}
	for _, text := range slices.Sorted(maps.Keys(other.Errors)) {
		r.fail(text, other.Errors[text])
	}
	r.Mixed += other.Mixed
	r.Digest += other.Digest
	r.Checked += other.Checked
	for _, text := range slices.Sorted(maps.Keys(other.Wrong)) {
		r.wrong(text, other.Wrong[text])
	}
	r.Overruns = append(r.Overruns, other.Overruns...)
}

// Rate is the rate of sending that was reached, in requests a second: as vegeta has it, requests by the time from
// the first to the last one sent. 0 if there were fewer than two.
func (r Result) Rate() float64 {
	if r.Attack <= 0 {
		return 0
	}
	return float64(r.Requests) / r.Attack.Seconds()
}

// Good is the number of requests that were answered with a status from 200 to 399.
func (r Result) Good() int {
	good := 0
	for text, n := range r.Codes {
		if code, err := strconv.Atoi(text); err == nil && code >= 200 && code < 400 {
			good += n
		}
	}
	return good
}

// Success is the share of requests that were answered well.
func (r Result) Success() float64 {
	if r.Requests == 0 {
		return 0
	}
	return float64(r.Good()) / float64(r.Requests)
}

func (r *Result) code(code string, n int) {
	if r.Codes == nil {
		r.Codes = make(map[string]int)
	}
	r.Codes[code] += n
}

func (r *Result) fail(text string, n int)  { count(&r.Errors, text, n) }
func (r *Result) wrong(text string, n int) { count(&r.Wrong, text, n) }

// count adds to a text's number, or to that of all further texts.
func count(texts *map[string]int, text string, n int) {
	if *texts == nil {
		*texts = make(map[string]int)
	}
	if _, known := (*texts)[text]; !known && len(*texts) >= maxErrorTexts {
		text = otherErrors
	}
	(*texts)[text] += n
}

// ownPort is the sender's side of a connection in an error's text; it would make each text a different one.
var ownPort = regexp.MustCompile(`[0-9.]+:[0-9]+->`)

// tally turns vegeta's hits into a Result.
func tally(b Block, pace *schedule, hits []vegeta.Result) Result {
	slices.SortFunc(hits, func(x, y vegeta.Result) int { return cmp.Compare(x.Seq, y.Seq) })
	r := Result{Blocks: 1, Planned: b.size(), Requests: len(hits), Span: pace.span()}
	if pace.overrun != "" {
		r.Overruns = []string{pace.overrun}
	}
	if len(hits) == 0 {
		return r
	}
	first, last := hits[0].Timestamp, hits[len(hits)-1].Timestamp
	end := last
	quarter := max(len(hits)/4, 1)
	var opening, closing Histogram // the first and the last quarter
	for i, hit := range hits {
		late := max(0, hit.Timestamp.Sub(pace.began.Add(pace.due(hit.Seq))))
		latency := late + hit.Latency
		r.Latency.Record(latency)
		r.Lateness.Record(late)
		if i < quarter {
			opening.Record(latency)
		}
		if i >= len(hits)-quarter {
			closing.Record(latency)
		}
		if hit.End().After(end) {
			end = hit.End()
		}
		r.BytesIn += hit.BytesIn
		r.BytesOut += hit.BytesOut
		r.code(strconv.Itoa(int(hit.Code)), 1)
		if hit.Error != "" {
			r.fail(ownPort.ReplaceAllString(hit.Error, ""), 1)
		}
	}
	r.Sent, r.Attack = first, last.Sub(first)
	r.Wait = end.Sub(last)
	if growth := closing.Mean() - opening.Mean(); growth > queueing && growth > opening.Mean() {
		r.Queued = 1
	}
	return r
}
