package service

import (
	"slices"
	"strings"

	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/request"
)

// segmentOf returns the segment whose features weigh the items: the user's, or
// that of everybody. It outlives k, whose strings may share memory with k.
func segmentOf(k *known) string {
	if k.User.Segment == "" {
		return request.Segments[0]
	}
	if i := slices.Index(request.Segments, k.User.Segment); i >= 0 {
		return request.Segments[i]
	}
	return strings.Clone(k.User.Segment)
}

// compose fills a with the quote for c. It copies from its other arguments, and
// only borrows them; units has a price for each item.
func compose(a *request.Answer, c *call, k *known, place *backend.Place, units []int64) {
	a.Token, a.Checksum = c.token, c.checksum
	a.User, a.Name = c.User, k.User.Name
	a.Referrer = k.Session.Referrer
	a.Campaign, a.Title = c.Campaign, k.Campaign.Name
	a.Segment, a.Model = c.segment, k.Features.Model
	a.City, a.Currency = place.GetCity(), place.GetCurrency()
	a.Missed = append(a.Missed, k.missed...)
	for i := range c.Items {
		line := lineFor(&c.Items[i], i, k, units[i])
		a.Total += line.Total
		a.Lines = append(a.Lines, line)
	}
}

func lineFor(item *request.Item, position int, k *known, unit int64) request.Line {
	unit = max(unit, item.Floor)
	discount := k.Campaign.Discounts[item.Category]
	line := request.Line{
		SKU:      item.SKU,
		Category: item.Category,
		Quantity: item.Quantity,
		Unit:     unit,
		Discount: discount,
		Total:    unit * int64(item.Quantity) * int64(100-discount) / 100,
		Score:    score(item.Category, k),
		Owned:    slices.Contains(k.User.Bought, item.SKU),
		Shipping: "2 to 3 working days",
		Terms:    "prices include taxes; free returns within 30 days",
	}
	if n := len(k.Campaign.Creatives); n > 0 {
		creative := &k.Campaign.Creatives[position%n]
		line.Creative, line.Format, line.URL = creative.ID, creative.Format, creative.URL
	}
	return line
}

// score is the relevance of a category: its weight for the segment, and half of
// what is missing to 1 if the user is interested.
func score(category string, k *known) float64 {
	weight := k.Features.Weights[category]
	if slices.Contains(k.User.Interests, category) {
		weight += (1 - weight) / 2
	}
	return weight
}
