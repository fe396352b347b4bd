package request

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
)

// The world that requests are about. The stand-in of the cache holds an entry
// for (almost) every member of it.
const (
	Users     = 2000
	Campaigns = 200
)

// Segments, Categories and Placements are the closed lists of that world.
var (
	Segments   = []string{"general", "families", "students", "commuters", "gamers", "gardeners", "travellers", "cooks"}
	Categories = []string{"audio", "books", "camping", "cycling", "film", "garden", "kitchen", "music", "phones", "shoes", "tools", "toys"}
	Placements = []string{"home/top", "home/side", "search/first", "article/end", "basket/beside", "player/pre-roll"}
)

// UserID, SessionID and CampaignID name the n-th member; a user has one session.
func UserID(n int) string     { return fmt.Sprintf("u-%05d", n) }
func SessionID(n int) string  { return fmt.Sprintf("s-%05d-web", n) }
func CampaignID(n int) string { return fmt.Sprintf("c-%04d", n) }

// gzipShare says that one request in so many accepts gzip, as said at Generate.
const gzipShare = 4

// How many items a request has on average: from 3/4 to 5/4 of it.
const (
	Items    = 20   // of Generate
	MaxItems = 1500 // such a body is below the limit of the service
)

var (
	models  = []string{"Pixel 11", "iPhone 18", "Galaxy S27", "ThinkPad X1", "Fairphone 7"}
	systems = []string{"Android 17", "iOS 20", "Android 16", "Linux", "Windows 11"}
	locales = []string{"en-GB", "en-IN", "de-DE", "fr-FR", "id-ID", "ms-MY", "th-TH"}
	tags    = []string{"referral", "experiment", "consent", "connection", "theme", "battery", "ad_slot", "app_version"}
)

// tokenForm is the form of a request's token.
const tokenForm = "q-%x-%08d"

// Token returns the token of the index-th request of the sequence that seed names.
func Token(seed uint64, index int) string { return fmt.Sprintf(tokenForm, seed, index) }

// Index returns the index of the request that has a token in the sequence that
// seed names.
func Index(seed uint64, of string) (index int, err error) {
	var got uint64
	if _, err := fmt.Sscanf(of, tokenForm, &got, &index); err != nil {
		return 0, fmt.Errorf("token %q: %w", of, err)
	}
	if got != seed {
		return 0, fmt.Errorf("token %q is of seed %x, and not of %x", of, got, seed)
	}
	return index, nil
}

// Generate returns the index-th request of the sequence that seed names: a POST
// to Path. The same seed and index always give the same request, in every
// process; two indices never give the same token.
//
// A body has about 20 items and 2 KB. The header carries the token and says of
// one request in four that it accepts gzip. That share is low for the open web;
// since a new gzip.Writer is by far the largest single thing that the service
// allocates (about 800 KB), a larger share would flatter pooling. The other
// requests say "identity", because Go's client adds gzip when nothing is said.
//
// The caller owns both results.
func Generate(seed uint64, index int) (body []byte, header http.Header) {
	return GenerateItems(seed, index, Items)
}

// GenerateItems is Generate with as many items on average, each of about 80 bytes.
func GenerateItems(seed uint64, index, items int) (body []byte, header http.Header) {
	r := rand.New(rand.NewPCG(seed, uint64(index)))
	user := r.IntN(Users)
	place := r.IntN(len(models))
	quote := Quote{
		Token:     Token(seed, index),
		User:      UserID(user),
		Session:   SessionID(user),
		Campaign:  CampaignID(r.IntN(Campaigns)),
		Placement: pick(r, Placements),
		Locale:    pick(r, locales),
		Device: Device{
			Model: models[place], System: systems[place],
			Agent: "Mozilla/5.0 (" + systems[place] + "; " + models[place] + ") lab/1.0",
			Width: 360 + 8*r.IntN(200), Height: 640 + 8*r.IntN(100),
		},
		Items:      make([]Item, max(1, items*3/4)+r.IntN(items/2+1)),
		Attributes: make(map[string]string, len(tags)),
	}
	for i := range quote.Items {
		quote.Items[i] = Item{
			SKU:      fmt.Sprintf("sku-%06d", r.IntN(50_000)),
			Category: pick(r, Categories),
			Quantity: 1 + r.IntN(5),
			Floor:    int64(50 + r.IntN(5000)),
		}
	}
	for _, tag := range tags[:4+r.IntN(len(tags)-3)] {
		quote.Attributes[tag] = fmt.Sprintf("%s-%04x", tag, r.IntN(1<<16))
	}
	header = http.Header{
		"Content-Type":    {"application/json"},
		"Accept-Encoding": {"identity"},
		TokenHeader:       {quote.Token},
	}
	if r.IntN(gzipShare) == 0 {
		header.Set("Accept-Encoding", "gzip")
	}
	body, err := json.Marshal(&quote)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return body, header
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }
