// Printed by "table", beside this file.
#include "CSamples.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file1[] = {
#embed "photos/a-sea-of-clouds.png"
};

static const unsigned char file2[] = {
#embed "photos/a-still-grey-day.jpg"
};

static const unsigned char file3[] = {
#embed "photos/above-the-clouds.jpg"
};

static const unsigned char file4[] = {
#embed "photos/aurora-above-tromso.jpg"
};

static const unsigned char file5[] = {
#embed "photos/before-the-storm.jpg"
};

static const unsigned char file6[] = {
#embed "photos/blue-hour-in-the-snow.jpg"
};

static const unsigned char file7[] = {
#embed "photos/burning-lake.jpg"
};

static const unsigned char file8[] = {
#embed "photos/buttercup-meadow.png"
};

static const unsigned char file9[] = {
#embed "photos/canyon-in-the-last-light.jpg"
};

static const unsigned char file10[] = {
#embed "photos/cornflowers.jpg"
};

static const unsigned char file11[] = {
#embed "photos/crimson-range.jpg"
};

static const unsigned char file12[] = {
#embed "photos/dark-water.jpg"
};

static const unsigned char file13[] = {
#embed "photos/desert-sundown.jpg"
};

static const unsigned char file14[] = {
#embed "photos/evening-tide.png"
};

static const unsigned char file15[] = {
#embed "photos/first-light-on-the-water.jpg"
};

static const unsigned char file16[] = {
#embed "photos/fjord-at-midsummer.jpg"
};

static const unsigned char file17[] = {
#embed "photos/foehn-morning.jpg"
};

static const unsigned char file18[] = {
#embed "photos/golden-hour-at-the-tarn.jpg"
};

static const unsigned char file19[] = {
#embed "photos/high-pastures.jpg"
};

static const unsigned char file20[] = {
#embed "photos/islands-in-amber.jpg"
};

static const unsigned char file21[] = {
#embed "photos/lavender-rows.jpg"
};

static const unsigned char file22[] = {
#embed "photos/mist-over-the-lake.jpg"
};

static const unsigned char file23[] = {
#embed "photos/moonlit-sea.png"
};

static const unsigned char file24[] = {
#embed "photos/moonrise.jpg"
};

static const unsigned char file25[] = {
#embed "photos/mountains-in-pencil.jpg"
};

static const unsigned char file26[] = {
#embed "photos/narrow-water.jpg"
};

static const unsigned char file27[] = {
#embed "photos/nightfall-in-the-woods.jpg"
};

static const unsigned char file28[] = {
#embed "photos/northern-lights.jpg"
};

static const unsigned char file29[] = {
#embed "photos/one-tree-in-october.jpg"
};

static const unsigned char file30[] = {
#embed "photos/patchwork-hills.jpg"
};

static const unsigned char file31[] = {
#embed "photos/peaks-in-cold-air.jpg"
};

static const unsigned char file32[] = {
#embed "photos/pines-in-fresh-snow.jpg"
};

static const unsigned char file33[] = {
#embed "photos/poppy-fields.jpg"
};

static const unsigned char file34[] = {
#embed "photos/postcard-from-the-alps.jpg"
};

static const unsigned char file35[] = {
#embed "photos/rain-on-the-way.jpg"
};

static const unsigned char file36[] = {
#embed "photos/red-rock-valley.jpg"
};

static const unsigned char file37[] = {
#embed "photos/ridges-before-sunrise.jpg"
};

static const unsigned char file38[] = {
#embed "photos/seven-shades-of-blue.png"
};

static const unsigned char file39[] = {
#embed "photos/spruces-in-the-mist.jpg"
};

static const unsigned char file40[] = {
#embed "photos/summer-hills.png"
};

static const unsigned char file41[] = {
#embed "photos/sunset-over-the-lavender.jpg"
};

static const unsigned char file42[] = {
#embed "photos/the-frozen-pass.jpg"
};

static const unsigned char file43[] = {
#embed "photos/the-great-sand-sea.jpg"
};

static const unsigned char file44[] = {
#embed "photos/the-green-island.jpg"
};

static const unsigned char file45[] = {
#embed "photos/the-milky-way.png"
};

static const unsigned char file46[] = {
#embed "photos/the-mountain-at-dusk.png"
};

static const unsigned char file47[] = {
#embed "photos/the-old-oak.jpg"
};

static const unsigned char file48[] = {
#embed "photos/the-sleeping-volcano.jpg"
};

static const unsigned char file49[] = {
#embed "photos/the-violet-lake.png"
};

static const unsigned char file50[] = {
#embed "photos/white-heat.png"
};

static const unsigned char file51[] = {
#embed "monarchs/anne.png"
};

static const unsigned char file52[] = {
#embed "monarchs/charles-i.png"
};

static const unsigned char file53[] = {
#embed "monarchs/charles-ii.png"
};

static const unsigned char file54[] = {
#embed "monarchs/charles-iii.png"
};

static const unsigned char file55[] = {
#embed "monarchs/edward-i.png"
};

static const unsigned char file56[] = {
#embed "monarchs/edward-ii.png"
};

static const unsigned char file57[] = {
#embed "monarchs/edward-iii.png"
};

static const unsigned char file58[] = {
#embed "monarchs/edward-iv.png"
};

static const unsigned char file59[] = {
#embed "monarchs/edward-v.png"
};

static const unsigned char file60[] = {
#embed "monarchs/edward-vi.png"
};

static const unsigned char file61[] = {
#embed "monarchs/edward-vii.png"
};

static const unsigned char file62[] = {
#embed "monarchs/edward-viii.png"
};

static const unsigned char file63[] = {
#embed "monarchs/elizabeth-i.png"
};

static const unsigned char file64[] = {
#embed "monarchs/elizabeth-ii.png"
};

static const unsigned char file65[] = {
#embed "monarchs/george-i.png"
};

static const unsigned char file66[] = {
#embed "monarchs/george-ii.png"
};

static const unsigned char file67[] = {
#embed "monarchs/george-iii.png"
};

static const unsigned char file68[] = {
#embed "monarchs/george-iv.png"
};

static const unsigned char file69[] = {
#embed "monarchs/george-v.png"
};

static const unsigned char file70[] = {
#embed "monarchs/george-vi.png"
};

static const unsigned char file71[] = {
#embed "monarchs/henry-i.png"
};

static const unsigned char file72[] = {
#embed "monarchs/henry-ii.png"
};

static const unsigned char file73[] = {
#embed "monarchs/henry-iii.png"
};

static const unsigned char file74[] = {
#embed "monarchs/henry-iv.png"
};

static const unsigned char file75[] = {
#embed "monarchs/henry-v.png"
};

static const unsigned char file76[] = {
#embed "monarchs/henry-vi.png"
};

static const unsigned char file77[] = {
#embed "monarchs/henry-vii.png"
};

static const unsigned char file78[] = {
#embed "monarchs/henry-viii.png"
};

static const unsigned char file79[] = {
#embed "monarchs/james-i.png"
};

static const unsigned char file80[] = {
#embed "monarchs/james-ii.png"
};

static const unsigned char file81[] = {
#embed "monarchs/john.png"
};

static const unsigned char file82[] = {
#embed "monarchs/mary-i.png"
};

static const unsigned char file83[] = {
#embed "monarchs/mary-ii.png"
};

static const unsigned char file84[] = {
#embed "monarchs/richard-i.png"
};

static const unsigned char file85[] = {
#embed "monarchs/richard-ii.png"
};

static const unsigned char file86[] = {
#embed "monarchs/richard-iii.png"
};

static const unsigned char file87[] = {
#embed "monarchs/stephen.png"
};

static const unsigned char file88[] = {
#embed "monarchs/victoria.png"
};

static const unsigned char file89[] = {
#embed "monarchs/william-i.png"
};

static const unsigned char file90[] = {
#embed "monarchs/william-ii.png"
};

static const unsigned char file91[] = {
#embed "monarchs/william-iii.png"
};

static const unsigned char file92[] = {
#embed "monarchs/william-iv.png"
};

static const SampleFileBytes files[] = {
  {"/photos/a-sea-of-clouds.png", "\"1970217587-72443\"", file1, sizeof file1},
  {"/photos/a-still-grey-day.jpg", "\"4200364955-31962\"", file2, sizeof file2},
  {"/photos/above-the-clouds.jpg", "\"4095543-28662\"", file3, sizeof file3},
  {"/photos/aurora-above-tromso.jpg", "\"2347190441-58939\"", file4, sizeof file4},
  {"/photos/before-the-storm.jpg", "\"1640415899-40692\"", file5, sizeof file5},
  {"/photos/blue-hour-in-the-snow.jpg", "\"3593007499-89292\"", file6, sizeof file6},
  {"/photos/burning-lake.jpg", "\"3041162570-26337\"", file7, sizeof file7},
  {"/photos/buttercup-meadow.png", "\"1184726542-236896\"", file8, sizeof file8},
  {"/photos/canyon-in-the-last-light.jpg", "\"2658969491-41007\"", file9, sizeof file9},
  {"/photos/cornflowers.jpg", "\"21014113-93281\"", file10, sizeof file10},
  {"/photos/crimson-range.jpg", "\"3626177795-37035\"", file11, sizeof file11},
  {"/photos/dark-water.jpg", "\"4107586003-29945\"", file12, sizeof file12},
  {"/photos/desert-sundown.jpg", "\"3198170577-17921\"", file13, sizeof file13},
  {"/photos/evening-tide.png", "\"4130291850-114797\"", file14, sizeof file14},
  {"/photos/first-light-on-the-water.jpg", "\"1023699769-30318\"", file15, sizeof file15},
  {"/photos/fjord-at-midsummer.jpg", "\"3134302817-36519\"", file16, sizeof file16},
  {"/photos/foehn-morning.jpg", "\"2052339182-63972\"", file17, sizeof file17},
  {"/photos/golden-hour-at-the-tarn.jpg", "\"2326634553-41844\"", file18, sizeof file18},
  {"/photos/high-pastures.jpg", "\"164173425-128957\"", file19, sizeof file19},
  {"/photos/islands-in-amber.jpg", "\"883811525-49219\"", file20, sizeof file20},
  {"/photos/lavender-rows.jpg", "\"682623272-57829\"", file21, sizeof file21},
  {"/photos/mist-over-the-lake.jpg", "\"1819327338-27984\"", file22, sizeof file22},
  {"/photos/moonlit-sea.png", "\"1349005809-97600\"", file23, sizeof file23},
  {"/photos/moonrise.jpg", "\"2143121845-41570\"", file24, sizeof file24},
  {"/photos/mountains-in-pencil.jpg", "\"1977359054-19190\"", file25, sizeof file25},
  {"/photos/narrow-water.jpg", "\"3706834452-26051\"", file26, sizeof file26},
  {"/photos/nightfall-in-the-woods.jpg", "\"3489460709-40828\"", file27, sizeof file27},
  {"/photos/northern-lights.jpg", "\"3706814-142596\"", file28, sizeof file28},
  {"/photos/one-tree-in-october.jpg", "\"2967905889-41429\"", file29, sizeof file29},
  {"/photos/patchwork-hills.jpg", "\"3726340328-38166\"", file30, sizeof file30},
  {"/photos/peaks-in-cold-air.jpg", "\"2493210488-41288\"", file31, sizeof file31},
  {"/photos/pines-in-fresh-snow.jpg", "\"1403985578-88795\"", file32, sizeof file32},
  {"/photos/poppy-fields.jpg", "\"987348885-88714\"", file33, sizeof file33},
  {"/photos/postcard-from-the-alps.jpg", "\"4234732877-4811\"", file34, sizeof file34},
  {"/photos/rain-on-the-way.jpg", "\"4162319114-31046\"", file35, sizeof file35},
  {"/photos/red-rock-valley.jpg", "\"1570392524-52848\"", file36, sizeof file36},
  {"/photos/ridges-before-sunrise.jpg", "\"1765721096-23798\"", file37, sizeof file37},
  {"/photos/seven-shades-of-blue.png", "\"282188364-28330\"", file38, sizeof file38},
  {"/photos/spruces-in-the-mist.jpg", "\"2736073380-66488\"", file39, sizeof file39},
  {"/photos/summer-hills.png", "\"1988019823-104836\"", file40, sizeof file40},
  {"/photos/sunset-over-the-lavender.jpg", "\"1176799344-31610\"", file41, sizeof file41},
  {"/photos/the-frozen-pass.jpg", "\"305339147-303425\"", file42, sizeof file42},
  {"/photos/the-great-sand-sea.jpg", "\"2468579416-42608\"", file43, sizeof file43},
  {"/photos/the-green-island.jpg", "\"61270383-34681\"", file44, sizeof file44},
  {"/photos/the-milky-way.png", "\"146207926-108747\"", file45, sizeof file45},
  {"/photos/the-mountain-at-dusk.png", "\"2577436977-60388\"", file46, sizeof file46},
  {"/photos/the-old-oak.jpg", "\"411124481-37808\"", file47, sizeof file47},
  {"/photos/the-sleeping-volcano.jpg", "\"894589491-34031\"", file48, sizeof file48},
  {"/photos/the-violet-lake.png", "\"4294911094-106923\"", file49, sizeof file49},
  {"/photos/white-heat.png", "\"564248858-23011\"", file50, sizeof file50},
  {"/monarchs/anne.png", "\"3915829892-14693\"", file51, sizeof file51},
  {"/monarchs/charles-i.png", "\"3788047399-15584\"", file52, sizeof file52},
  {"/monarchs/charles-ii.png", "\"1187158250-15003\"", file53, sizeof file53},
  {"/monarchs/charles-iii.png", "\"381813039-15782\"", file54, sizeof file54},
  {"/monarchs/edward-i.png", "\"1982990124-14341\"", file55, sizeof file55},
  {"/monarchs/edward-ii.png", "\"365160529-14876\"", file56, sizeof file56},
  {"/monarchs/edward-iii.png", "\"766309247-14363\"", file57, sizeof file57},
  {"/monarchs/edward-iv.png", "\"2995681831-15899\"", file58, sizeof file58},
  {"/monarchs/edward-v.png", "\"1548837499-16460\"", file59, sizeof file59},
  {"/monarchs/edward-vi.png", "\"1494087809-18501\"", file60, sizeof file60},
  {"/monarchs/edward-vii.png", "\"438230694-14515\"", file61, sizeof file61},
  {"/monarchs/edward-viii.png", "\"3778617313-14548\"", file62, sizeof file62},
  {"/monarchs/elizabeth-i.png", "\"1942549308-18045\"", file63, sizeof file63},
  {"/monarchs/elizabeth-ii.png", "\"3142683810-15759\"", file64, sizeof file64},
  {"/monarchs/george-i.png", "\"10676717-14008\"", file65, sizeof file65},
  {"/monarchs/george-ii.png", "\"4125134843-14195\"", file66, sizeof file66},
  {"/monarchs/george-iii.png", "\"460877932-14697\"", file67, sizeof file67},
  {"/monarchs/george-iv.png", "\"1291854709-14395\"", file68, sizeof file68},
  {"/monarchs/george-v.png", "\"242783102-14495\"", file69, sizeof file69},
  {"/monarchs/george-vi.png", "\"1209004025-16038\"", file70, sizeof file70},
  {"/monarchs/henry-i.png", "\"4024293320-13372\"", file71, sizeof file71},
  {"/monarchs/henry-ii.png", "\"1040084049-14458\"", file72, sizeof file72},
  {"/monarchs/henry-iii.png", "\"115904750-15019\"", file73, sizeof file73},
  {"/monarchs/henry-iv.png", "\"2038015091-15705\"", file74, sizeof file74},
  {"/monarchs/henry-v.png", "\"1502791384-17603\"", file75, sizeof file75},
  {"/monarchs/henry-vi.png", "\"2626947496-15714\"", file76, sizeof file76},
  {"/monarchs/henry-vii.png", "\"1062511582-18600\"", file77, sizeof file77},
  {"/monarchs/henry-viii.png", "\"324953219-15890\"", file78, sizeof file78},
  {"/monarchs/james-i.png", "\"4150589819-15465\"", file79, sizeof file79},
  {"/monarchs/james-ii.png", "\"3581716797-15020\"", file80, sizeof file80},
  {"/monarchs/john.png", "\"1205159286-13982\"", file81, sizeof file81},
  {"/monarchs/mary-i.png", "\"531401757-15304\"", file82, sizeof file82},
  {"/monarchs/mary-ii.png", "\"4206841133-15700\"", file83, sizeof file83},
  {"/monarchs/richard-i.png", "\"123774904-14760\"", file84, sizeof file84},
  {"/monarchs/richard-ii.png", "\"248097276-14919\"", file85, sizeof file85},
  {"/monarchs/richard-iii.png", "\"19065817-15747\"", file86, sizeof file86},
  {"/monarchs/stephen.png", "\"3452853878-14545\"", file87, sizeof file87},
  {"/monarchs/victoria.png", "\"244690078-14314\"", file88, sizeof file88},
  {"/monarchs/william-i.png", "\"2635965755-13335\"", file89, sizeof file89},
  {"/monarchs/william-ii.png", "\"1875909332-14981\"", file90, sizeof file90},
  {"/monarchs/william-iii.png", "\"936534618-15778\"", file91, sizeof file91},
  {"/monarchs/william-iv.png", "\"2689750386-14467\"", file92, sizeof file92},
};

const SampleFileBytes *sampleFiles(void) { return files; }

int sampleFileCount(void) { return sizeof files / sizeof *files; }
