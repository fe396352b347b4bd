// truth: correct
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type Review struct {
	Change   int      `json:"change"`
	Verdict  string   `json:"verdict"`
	Comments []string `json:"comments"`
}

type server struct {
	reviews rcpool.Pool[Review]
	outbox  chan rcpool.Ref[Review]
}

func (s *server) submit(w http.ResponseWriter, r *http.Request) {
	review, ok := rchttp.Bind(w, r, &s.reviews, 4<<10)
	if !ok {
		return
	}
	defer rcpool.Drop(&review)
	v := review.Value()
	if v.Verdict != "approve" && v.Verdict != "reject" {
		http.Error(w, "unknown verdict", http.StatusUnprocessableEntity)
		return
	}
	fmt.Fprintf(w, "change %d: %s, %d comments\n", v.Change, v.Verdict, len(v.Comments))
	select {
	case s.outbox <- review:
		review = rcpool.Ref[Review]{} // the mailer has it
	default:
		w.Header().Set("X-Mail", "dropped")
	}
}

func (s *server) mail(ctx context.Context) (sent int) {
	for {
		select {
		case review := <-s.outbox:
			sent += review.Value().Change
			review.Release()
		case <-ctx.Done():
			return sent
		}
	}
}

func main() {
	s := &server{outbox: make(chan rcpool.Ref[Review], 1)}
	post := func(body string) {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		rec := httptest.NewRecorder()
		s.submit(rec, r)
		fmt.Print(rec.Code, " ", rec.Body.String())
	}
	post(`{"change": 3, "verdict": "approve", "comments": ["nice"]}`)
	post(`{"change": 4, "verdict": "reject"}`)
	post(`{"change": 5, "verdict": "maybe"}`)
	post(`{"change": `)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	fmt.Println(s.mail(ctx), s.reviews.Stats().InUse)
}
