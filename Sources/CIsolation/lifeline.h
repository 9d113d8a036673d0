/// The lifeline's descriptor in a worker. Its standard streams are below, and it has no others.
#define LIFELINE 3
