package request_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/rcpool/rcpool/lab/request"
)

func TestGenerate_SameSeedAndIndexGiveTheSameRequest(t *testing.T) {
	for index := range 100 {
		body, header := request.Generate(7, index)
		again, headerAgain := request.Generate(7, index)
		if !bytes.Equal(body, again) || !reflect.DeepEqual(header, headerAgain) {
			t.Fatalf("request %d differs between two calls:\n%s %v\n%s %v", index, body, header, again, headerAgain)
		}
	}
}

// The service takes 256 KiB, and keeps lists of up to 256 items.
func TestGenerateItems_IsAsLargeAsIsSaid(t *testing.T) {
	const limit = 256 << 10
	for _, items := range []int{1, 2, request.Items, 100, request.MaxItems} {
		sum := 0
		for index := range 100 {
			body, _ := request.GenerateItems(3, index, items)
			var q request.Quote
			if err := json.Unmarshal(body, &q); err != nil {
				t.Fatal(err)
			}
			n := len(q.Items)
			if n < 1 || 4*n < 3*items-4 || 4*n > 5*items || len(body) > limit {
				t.Fatalf("a request of %d items on average has %d, and %d bytes", items, n, len(body))
			}
			sum += n
		}
		if mean := float64(sum) / 100; mean < 0.9*float64(items)-0.5 || mean > 1.1*float64(items) {
			t.Errorf("requests of %d items on average have %g", items, mean)
		}
	}
	usual, _ := request.Generate(3, 5)
	if same, _ := request.GenerateItems(3, 5, request.Items); !bytes.Equal(usual, same) {
		t.Errorf("the usual request is\n%s\nand that of %d items\n%s", usual, request.Items, same)
	}
}

func TestIndex_IsThatOfTheToken(t *testing.T) {
	_, header := request.Generate(26, 12345)
	token := header.Get(request.TokenHeader)
	if index, err := request.Index(26, token); err != nil || index != 12345 || request.Token(26, index) != token {
		t.Errorf("token %q has index %d, %v", token, index, err)
	}
	for _, wrong := range []string{"", "q-1b-00000001", "x-1a-00000001", "q-1a-"} {
		if index, err := request.Index(26, wrong); err == nil {
			t.Errorf("token %q has index %d", wrong, index)
		}
	}
}

func TestGenerate_OtherSeedOrIndexGivesAnotherToken(t *testing.T) {
	seen := map[string]string{}
	for seed := range uint64(3) {
		for index := range 1000 {
			_, header := request.Generate(seed, index)
			token, here := header.Get(request.TokenHeader), fmt.Sprint(seed, "/", index)
			if before, dup := seen[token]; dup || token == "" {
				t.Fatalf("token %q of %s was already given to %s", token, here, before)
			}
			seen[token] = here
		}
	}
}

func TestGenerate_BodyIsAWholeQuoteOfRealisticSize(t *testing.T) {
	const n = 1000
	var size, zipped int
	for index := range n {
		body, header := request.Generate(1, index)
		decoder := json.NewDecoder(bytes.NewReader(body))
		decoder.DisallowUnknownFields()
		var q request.Quote
		if err := decoder.Decode(&q); err != nil {
			t.Fatalf("request %d: %v", index, err)
		}
		if q.Token != header.Get(request.TokenHeader) {
			t.Errorf("request %d: body has token %q, header %q", index, q.Token, header.Get(request.TokenHeader))
		}
		if q.User == "" || q.Session == "" || q.Campaign == "" || len(q.Items) < 15 || len(q.Items) > 25 || len(q.Attributes) < 4 {
			t.Errorf("request %d is not whole: %+v", index, q)
		}
		switch header.Get("Accept-Encoding") {
		case "gzip":
			zipped++
		case "identity":
		default:
			t.Errorf("request %d: Accept-Encoding is %q", index, header.Get("Accept-Encoding"))
		}
		size += len(body)
	}
	if mean := size / n; mean < 1500 || mean > 3000 {
		t.Errorf("mean body of %d bytes, want about 2 KB", mean)
	}
	if zipped < n/5 || zipped > n*3/10 {
		t.Errorf("%d of %d requests accept gzip, want about a quarter", zipped, n)
	}
}
