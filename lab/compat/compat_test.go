package compat_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"gopkg.in/yaml.v3"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
	"gorm.io/gorm/utils/tests"

	"github.com/rcpool/rcpool/classic"
)

// Event is the article's, whose embedding has one tag.
type Event struct {
	classic.ReferenceCounter `sql:"-"`

	Name      string    `json:"name"`
	Log       string    `json:"log"`
	Timestamp time.Time `json:"timestamp"`
}

// Bare is embedded without any tag, and Tagged with all that the issue names.
type (
	Bare struct {
		classic.ReferenceCounter
		Name string
		Size int
	}
	Tagged struct {
		classic.ReferenceCounter `sql:"-" json:"-" yaml:"-"`
		Name                     string
		Size                     int
	}
)

// plain is Bare and Tagged without the counter: what encoders should write.
type plain struct {
	Name string
	Size int
}

func pool(object func(classic.ReferenceCounter) classic.ReferenceCountable) *classic.ReferenceCountedPool {
	return classic.NewReferenceCountedPool(object, func(interface{}) error { return nil })
}

var (
	events  = pool(func(c classic.ReferenceCounter) classic.ReferenceCountable { return &Event{ReferenceCounter: c} })
	bares   = pool(func(c classic.ReferenceCounter) classic.ReferenceCountable { return &Bare{ReferenceCounter: c} })
	taggeds = pool(func(c classic.ReferenceCounter) classic.ReferenceCountable { return &Tagged{ReferenceCounter: c} })
)

func bare(name string, size int) *Bare {
	b := bares.Get().(*Bare)
	b.Name, b.Size = name, size
	return b
}

func tagged(name string, size int) *Tagged {
	b := taggeds.Get().(*Tagged)
	b.Name, b.Size = name, size
	return b
}

var values = []plain{{}, {"a", 1}}

var codecs = map[string]struct {
	encode func(any) ([]byte, error)
	decode func([]byte, any) error
}{
	"encoding/json": {json.Marshal, json.Unmarshal},
	"yaml.v3":       {yaml.Marshal, yaml.Unmarshal},
	"encoding/xml":  {xml.Marshal, xml.Unmarshal},
	"encoding/gob": {
		func(v any) ([]byte, error) {
			var b bytes.Buffer
			err := gob.NewEncoder(&b).Encode(v)
			return b.Bytes(), err
		},
		func(b []byte, v any) error { return gob.NewDecoder(bytes.NewReader(b)).Decode(v) },
	},
}

// Whatever the codec, values that are leased, and zero values, come back, and
// the counter of the object that is decoded into stays its own.
func TestCodecs_RoundTrip(t *testing.T) {
	for name, c := range codecs {
		t.Run(name, func(t *testing.T) {
			for _, v := range values {
				from, to := bare(v.Name, v.Size), bare("", 0)
				data, err := c.encode(from)
				if err != nil {
					t.Fatal(err)
				}
				if err := c.decode(data, to); err != nil {
					t.Fatalf("%v\n%s", err, data)
				}
				if to.Name != v.Name || to.Size != v.Size {
					t.Errorf("%+v came back as %q, %d", v, to.Name, to.Size)
				}
				to.DecrementReferenceCount()
				from.DecrementReferenceCount()

				var unpooled Bare
				if err := c.decode(data, &unpooled); err != nil || !reflect.DeepEqual(unpooled, Bare{Name: v.Name, Size: v.Size}) {
					t.Errorf("%+v came back as %+v, %v", v, unpooled, err)
				}
			}
		})
	}
}

// With the tags, what is written is what a struct without a counter gives.
func TestCodecs_WriteNothingOfTheCounter(t *testing.T) {
	for name, c := range codecs {
		t.Run(name, func(t *testing.T) {
			for _, v := range values {
				object := tagged(v.Name, v.Size)
				got, err := c.encode(object)
				object.DecrementReferenceCount()
				if err != nil {
					t.Fatal(err)
				}
				if name == "encoding/gob" { // which has no tags, and sends the fields of types
					for _, leak := range []string{"lease", "instance"} {
						if bytes.Contains(got, []byte(leak)) {
							t.Errorf("wrote %q", got)
						}
					}
					continue
				}
				want, err := c.encode(v)
				if err != nil {
					t.Fatal(err)
				}
				if name == "encoding/xml" { // which writes the name of the type
					want = bytes.ReplaceAll(want, []byte("plain"), []byte("Tagged"))
				}
				if !bytes.Equal(got, want) {
					t.Errorf("wrote %q, want %q", got, want)
				}
			}
		})
	}
}

// yaml alone names an embedded struct that has no tag, as it did in the
// article; but there is nothing in it.
func TestYAML_EmbeddedWithoutTagIsAnEmptyEntry(t *testing.T) {
	object := bare("a", 1)
	defer object.DecrementReferenceCount()
	got, err := yaml.Marshal(object)
	if want := "referencecounter: {}\nname: a\nsize: 1\n"; err != nil || string(got) != want {
		t.Errorf("wrote %q, %v, want %q", got, err, want)
	}
}

func TestJSON_TheEventOfTheArticle(t *testing.T) {
	event := events.Get().(*Event)
	defer event.DecrementReferenceCount()
	got, err := json.Marshal(event)
	if want := `{"name":"","log":"","timestamp":"0001-01-01T00:00:00Z"}`; err != nil || string(got) != want {
		t.Errorf("wrote %s, %v, want %s", got, err, want)
	}
}

// The counter is no column: not of the table, not of an insert, not of what is
// read.
func TestGorm_CounterIsNoColumn(t *testing.T) {
	for _, object := range []any{&Event{}, &Bare{}, &Tagged{}} {
		s, err := schema.Parse(object, new(sync.Map), schema.NamingStrategy{})
		if err != nil {
			t.Fatal(err)
		}
		for _, column := range s.DBNames {
			if strings.Contains(column, "gob") || strings.Contains(column, "lease") || strings.Contains(column, "counter") {
				t.Errorf("%T has the column %s", object, column)
			}
		}
	}

	db, err := gorm.Open(tests.DummyDialector{}, &gorm.Config{DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	event := events.Get().(*Event)
	defer event.DecrementReferenceCount()
	event.Name, event.Log = "test", "log"
	insert := db.Create(event).Statement
	if got, want := insert.SQL.String(), "INSERT INTO `events` (`name`,`log`,`timestamp`) VALUES (?,?,?)"; got != want {
		t.Errorf("inserts with %s, want %s", got, want)
	}
	if len(insert.Vars) != 3 || insert.Vars[0] != "test" || insert.Vars[1] != "log" {
		t.Errorf("inserts %v", insert.Vars)
	}
	if got := db.Where(&Event{Name: "test"}).Find(new(Event)).Statement.SQL.String(); strings.Contains(got, "gob") || strings.Contains(got, "counter") {
		t.Errorf("selects with %s", got)
	}
}
