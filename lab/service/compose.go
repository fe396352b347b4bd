package service

import (
	"slices"

	"github.com/rcpool/rcpool/lab/backend"
	"github.com/rcpool/rcpool/lab/request"
)

// segmentOf returns the segment whose features weigh the items: the user's, or
// that of everybody.
func segmentOf(k *known) string {
	if k.user.Segment == "" {
		return request.Segments[0]
	}
	return k.user.Segment
}

// compose fills a with the quote for c. It copies from its other arguments, and
// only borrows them; units has a price for each item.
func compose(a *request.Answer, c *call, k *known, place *backend.Place, units []int64) {
	a.Token, a.Checksum = c.token, c.checksum
	a.User, a.Name = c.User, k.user.Name
	a.Referrer = k.session.Referrer
	a.Campaign, a.Title = c.Campaign, k.campaign.Name
	a.Segment, a.Model = c.segment, k.features.Model
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
	discount := k.campaign.Discounts[item.Category]
	line := request.Line{
		SKU:      item.SKU,
		Category: item.Category,
		Quantity: item.Quantity,
		Unit:     unit,
		Discount: discount,
		Total:    unit * int64(item.Quantity) * int64(100-discount) / 100,
		Score:    score(item.Category, k),
		Owned:    slices.Contains(k.user.Bought, item.SKU),
		Shipping: "2 to 3 working days",
		Terms:    "prices include taxes; free returns within 30 days",
	}
	if n := len(k.campaign.Creatives); n > 0 {
		creative := &k.campaign.Creatives[position%n]
		line.Creative, line.Format, line.URL = creative.ID, creative.Format, creative.URL
	}
	return line
}

// score is the relevance of a category: its weight for the segment, and half of
// what is missing to 1 if the user is interested.
func score(category string, k *known) float64 {
	weight := k.features.Weights[category]
	if slices.Contains(k.user.Interests, category) {
		weight += (1 - weight) / 2
	}
	return weight
}
