package expected_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/expected"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/standin"
)

// TestRun_NoRequestEverSeesAnothersData in lab/service shows that the service's own answers have no faults.
func TestFaults_FindsWhatIsNotTheRequests(t *testing.T) {
	item := request.Item{SKU: "sku-000001", Category: "film", Quantity: 2, Floor: 100_000}
	q := request.Quote{Token: "q-1-1", User: "u-00001", Session: "s-00001-web", Campaign: "c-0001", Items: []request.Item{item}}
	place := standin.PlaceOf(q.User)
	good := request.Answer{
		Token: q.Token, Checksum: 7, User: q.User, Name: "User u-00001", Missed: []string{"session:s-00001-web"},
		Campaign: q.Campaign, Title: "Campaign c-0001", Segment: "cooks", Model: "relevance/cooks/2026-05", City: place.City, Currency: place.Currency,
		Total: 180_000, Lines: []request.Line{{SKU: item.SKU, Category: "film", Quantity: 2, Unit: 100_000, Discount: 10, Total: 180_000, Creative: "c-0001-00"}},
	}
	for want, harm := range map[string]func(*request.Answer){
		"":                           func(*request.Answer) {},
		"token is q-1-2":             func(a *request.Answer) { a.Token = "q-1-2" },
		"checksum is 8":              func(a *request.Answer) { a.Checksum = 8 },
		"user:u-00001 is User u-9":   func(a *request.Answer) { a.Name = "User u-9" },
		"session:s-00001-web is":     func(a *request.Answer) { a.Referrer = "https://news.example/?visit=s-2" },
		"city is Rome":               func(a *request.Answer) { a.City = "Rome" },
		"number of lines is 2":       func(a *request.Answer) { a.Lines = append(a.Lines, request.Line{}) },
		"sku is sku-2":               func(a *request.Answer) { a.Lines[0].SKU = "sku-2" },
		"unit price is 1":            func(a *request.Answer) { a.Lines[0].Unit = 1 },
		"campaign of the creative":   func(a *request.Answer) { a.Lines[0].Creative = "c-0002-00" },
		"total is 1, want 180000":    func(a *request.Answer) { a.Total = 1 },
		"what is cached as features": func(a *request.Answer) { a.Model = "relevance/gamers/2026-05" },
	} {
		a := good
		a.Lines = append([]request.Line(nil), good.Lines...)
		harm(&a)
		body, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(expected.Faults(q, 7, body, true), "; ")
		if !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("faults %q, want %q", got, want)
		}
	}
	if got := expected.Faults(q, 7, []byte("{"), true); len(got) != 1 {
		t.Errorf("half an answer has the faults %q", got)
	}
	good.City, good.Lines[0].Unit, good.Lines[0].Total, good.Total = "Rome", 1000, 1800, 1800
	if body, _ := json.Marshal(good); len(expected.Faults(q, 7, body, false)) != 0 {
		t.Error("a real server's place and price are a fault")
	}
}
