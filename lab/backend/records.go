package backend

// The kinds of event that one answered request publishes, in the order in
// which they come about.
const (
	Requested = "quote.requested"
	Profiled  = "quote.profiled"
	Located   = "quote.located"
	Priced    = "quote.priced"
	Answered  = "quote.answered"
)

// Kinds lists the kinds of event; an answered request publishes one of each.
var Kinds = [...]string{Requested, Profiled, Located, Priced, Answered}

// Event is the JSON value of a record on the bus. Every event repeats what
// identifies its request, so that a reader can tell if two were ever mixed.
type Event struct {
	Kind      string   `json:"kind"`
	Token     string   `json:"token"`
	Checksum  uint32   `json:"checksum"` // of the request's body
	User      string   `json:"user"`
	Session   string   `json:"session"`
	Campaign  string   `json:"campaign"`
	Placement string   `json:"placement"`
	At        int64    `json:"at"` // Unix milliseconds
	SKUs      []string `json:"skus"`
	Segment   string   `json:"segment,omitempty"`
	City      string   `json:"city,omitempty"`
	Total     int64    `json:"total_cents,omitempty"`
}

// Line is one line of the access log.
type Line struct {
	Token    string `json:"token"`
	Checksum uint32 `json:"checksum"` // of the request's body
	User     string `json:"user"`
	Session  string `json:"session"`
	Campaign string `json:"campaign"`
	Items    int    `json:"items"`
	Status   int    `json:"status"`
	Bytes    int    `json:"bytes"` // of the answer, before compression
	Micros   int64  `json:"micros"`
	Agent    string `json:"agent"`
}

// LinesPath is where the collector of the access log takes lines: each a JSON
// Line, the body of a POST that is answered with 204.
const LinesPath = "/lines"
