package traffic

import (
	"encoding/json"
	"fmt"
	"time"

	hdr "github.com/HdrHistogram/hdrhistogram-go"
)

// A histogram counts whole microseconds, from one to a minute, to three significant digits.
const (
	lowest  = 1
	highest = int64(time.Minute / time.Microsecond)
	digits  = 3
)

// Histogram records durations so that percentiles over many blocks are those of all their requests together:
// histograms are added, percentiles are never averaged. Sum and maximum are kept exactly. The zero Histogram is
// empty and ready to use. Not safe for concurrent use. The algorithm is Gil Tene's HDR histogram.
type Histogram struct {
	counts *hdr.Histogram // nil as long as it is empty
	sum    time.Duration
	max    time.Duration
}

// Record adds one duration. What is longer than a minute counts as a minute in the percentiles; the maximum stays exact.
func (h *Histogram) Record(d time.Duration) { h.RecordMany(d, 1) }

// RecordMany adds a duration that was measured n times. n must be above 0.
func (h *Histogram) RecordMany(d time.Duration, n int64) {
	d = max(d, 0)
	if h.counts == nil {
		h.counts = hdr.New(lowest, highest, digits)
	}
	h.counts.RecordValues(min(d.Microseconds(), highest), n) // always within the range
	h.sum += time.Duration(n) * d
	h.max = max(h.max, d)
}

// Add adds everything that other has recorded.
func (h *Histogram) Add(other Histogram) {
	if other.counts == nil {
		return
	}
	if h.counts == nil {
		h.counts = hdr.New(lowest, highest, digits)
	}
	h.counts.Merge(other.counts)
	h.sum += other.sum
	h.max = max(h.max, other.max)
}

// Count is the number of durations recorded.
func (h Histogram) Count() int64 {
	if h.counts == nil {
		return 0
	}
	return h.counts.TotalCount()
}

// Mean is the exact mean, and 0 for an empty histogram.
func (h Histogram) Mean() time.Duration {
	if n := h.Count(); n > 0 {
		return h.sum / time.Duration(n)
	}
	return 0
}

// Max is the longest duration recorded.
func (h Histogram) Max() time.Duration { return h.max }

// Quantile returns the duration that the share q (0 to 1) of all recorded ones does not exceed,
// to within 0.1 %, and 0 for an empty histogram.
func (h Histogram) Quantile(q float64) time.Duration {
	if h.counts == nil {
		return 0
	}
	value := time.Duration(h.counts.ValueAtPercentile(q*100)) * time.Microsecond
	return min(value, h.max)
}

// wire is a histogram's JSON: HDR is its V2 compressed encoding in base64, which any HDR histogram library reads.
type wire struct {
	Count  int64         `json:"count"`
	Sum    time.Duration `json:"sum_ns"`
	Max    time.Duration `json:"max_ns"`
	Counts string        `json:"hdr_us,omitempty"`
}

// MarshalJSON writes the histogram with its counts in the standard V2 compressed encoding, in microseconds.
func (h Histogram) MarshalJSON() ([]byte, error) {
	w := wire{Count: h.Count(), Sum: h.sum, Max: h.max}
	if h.counts != nil {
		encoded, err := h.counts.EncodeV2()
		if err != nil {
			return nil, fmt.Errorf("encode a histogram: %w", err)
		}
		w.Counts = string(encoded)
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (h *Histogram) UnmarshalJSON(data []byte) error {
	var w wire
	if err := json.Unmarshal(data, &w); err != nil {
		return fmt.Errorf("decode a histogram: %w", err)
	}
	*h = Histogram{sum: w.Sum, max: w.Max}
	if w.Counts == "" {
		return nil
	}
	counts, err := hdr.Decode([]byte(w.Counts))
	if err != nil {
		return fmt.Errorf("decode a histogram: %w", err)
	}
	h.counts = hdr.New(lowest, highest, digits) // the range of ours, whatever the sender's
	h.counts.Merge(counts)
	return nil
}
