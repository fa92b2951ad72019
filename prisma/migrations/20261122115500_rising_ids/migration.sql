-- Ids are fetched singly, or as many as are used at once, so that they rise with time. Processes of the version before
-- count on blocks of 64: they must have ended before this runs. What they still held is left behind.
ALTER SEQUENCE "execution_id_seq" INCREMENT BY 1;
SELECT setval('execution_id_seq', last_value + CASE WHEN is_called THEN 64 ELSE 0 END, is_called) FROM "execution_id_seq";
ALTER SEQUENCE "event_id_seq" INCREMENT BY 1;
SELECT setval('event_id_seq', last_value + CASE WHEN is_called THEN 64 ELSE 0 END, is_called) FROM "event_id_seq";
