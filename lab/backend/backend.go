// Package backend is the contract between the web service and the systems
// behind it: the two microservices (lab.proto), what the cache holds (cache.go),
// the events on the bus and the lines of the access log (records.go).
//
// Both the service and the stand-ins import it, and neither imports the other.
package backend

// The generated code is committed. To generate it again: protoc 3.21.12, and
//
//	go install google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12
//	go install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2
//
//go:generate protoc --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative lab.proto
