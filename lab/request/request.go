// Package request is what a client sends to the web service and what it gets
// back: one endpoint that quotes the prices of a basket of advertised items.
package request

// Path is where the service answers; the method is POST.
const Path = "/v1/quote"

// TokenHeader names the header that carries a request's token. The body repeats
// it, and so does everything that the service says about the request.
const TokenHeader = "X-Token"

// Quote is the JSON body of a request.
type Quote struct {
	Token      string            `json:"token"`
	User       string            `json:"user"`
	Session    string            `json:"session"`
	Campaign   string            `json:"campaign"`
	Placement  string            `json:"placement"`
	Locale     string            `json:"locale"`
	Device     Device            `json:"device"`
	Items      []Item            `json:"items"`
	Attributes map[string]string `json:"attributes"`
}

// Device is what the user looks at.
type Device struct {
	Model  string `json:"model"`
	System string `json:"system"`
	Agent  string `json:"agent"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// Item is one thing in the basket.
type Item struct {
	SKU      string `json:"sku"`
	Category string `json:"category"`
	Quantity int    `json:"quantity"`
	Floor    int64  `json:"floor_cents"`
}

// Answer is the JSON body of a 200.
type Answer struct {
	Token    string   `json:"token"`
	Checksum uint32   `json:"checksum"` // CRC-32 (IEEE) of the request's body
	User     string   `json:"user"`
	Name     string   `json:"name,omitempty"`     // of the user; empty if the cache missed
	Referrer string   `json:"referrer,omitempty"` // of the session, likewise
	Campaign string   `json:"campaign"`
	Title    string   `json:"title,omitempty"` // of the campaign, likewise
	Segment  string   `json:"segment"`
	Model    string   `json:"model,omitempty"` // that weighed the items, likewise
	City     string   `json:"city"`
	Currency string   `json:"currency"`
	Total    int64    `json:"total_cents"`
	Lines    []Line   `json:"lines"`
	Missed   []string `json:"missed,omitempty"` // keys that were not in the cache
}

// Line is the quote for one Item.
type Line struct {
	SKU      string  `json:"sku"`
	Category string  `json:"category"`
	Quantity int     `json:"quantity"`
	Unit     int64   `json:"unit_cents"`
	Discount int     `json:"discount_percent"`
	Total    int64   `json:"total_cents"`
	Score    float64 `json:"score"` // relevance to the user, from 0 to 1
	Owned    bool    `json:"owned"` // the user bought it before
	Creative string  `json:"creative,omitempty"`
	Format   string  `json:"format,omitempty"`
	URL      string  `json:"url,omitempty"`
	Shipping string  `json:"shipping"`
	Terms    string  `json:"terms"`
}

// Failure is the JSON body of every other status.
type Failure struct {
	Token  string `json:"token,omitempty"`
	Reason string `json:"reason"`
}
