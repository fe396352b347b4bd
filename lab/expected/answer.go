// Package expected knows what a request must get, without asking the service: from the request itself and from what
// the stand-ins always say.
package expected

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/standin"
)

// Faults returns everything in the body of a good answer that does not fit the request and the checksum of its body:
// none if the answer is right. Places says that the stand-ins told the places and the prices.
func Faults(q request.Quote, checksum uint32, body []byte, places bool) []string {
	var got request.Answer
	if err := json.Unmarshal(body, &got); err != nil {
		return []string{fmt.Sprintf("%v in %.200q", err, body)}
	}
	var f faults
	same(&f, "token", got.Token, q.Token)
	same(&f, "checksum", got.Checksum, checksum)
	same(&f, "user", got.User, q.User)
	same(&f, "campaign", got.Campaign, q.Campaign)
	for key, part := range map[string][2]string{
		backend.UserKey(q.User):          {got.Name, "User " + q.User},
		backend.SessionKey(q.Session):    {got.Referrer, "https://news.example/?visit=" + q.Session},
		backend.CampaignKey(q.Campaign):  {got.Title, "Campaign " + q.Campaign},
		backend.FeaturesKey(got.Segment): {got.Model, "relevance/" + got.Segment + "/2026-05"},
	} {
		if slices.Contains(got.Missed, key) {
			part[1] = ""
		}
		same(&f, "what is cached as "+key, part[0], part[1])
	}
	if places {
		place := standin.PlaceOf(q.User)
		same(&f, "city", got.City, place.City)
		same(&f, "currency", got.Currency, place.Currency)
	}
	same(&f, "number of lines", len(got.Lines), len(q.Items))
	var total int64
	for i, line := range got.Lines[:min(len(got.Lines), len(q.Items))] {
		item := q.Items[i]
		same(&f, "sku", line.SKU, item.SKU)
		same(&f, "category", line.Category, item.Category)
		same(&f, "quantity", line.Quantity, item.Quantity)
		if places {
			same(&f, "unit price", line.Unit, max(item.Floor, standin.PriceOf(item.SKU, got.City)))
		}
		same(&f, "line total", line.Total, line.Unit*int64(item.Quantity)*int64(100-line.Discount)/100)
		same(&f, "campaign of the creative", strings.HasPrefix(line.Creative, q.Campaign), true)
		total += line.Total
	}
	same(&f, "total", got.Total, total)
	return f
}

type faults []string

// same notes a fault if a part of an answer is not what it must be.
func same[T comparable](f *faults, part string, got, want T) {
	if got != want {
		*f = append(*f, fmt.Sprintf("%s is %v, want %v", part, got, want))
	}
}
